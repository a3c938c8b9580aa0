import { describe, expect, it } from 'vitest';

import { requestHeadProblem } from './request-head.ts';

const head = { method: 'POST', path: '/hook?a=b', headers: [['X-A', 'b']] };

describe('requestHeadProblem()', () => {
  it.each([
    head,
    { ...head, method: 'M-SEARCH' },
    // As Node has the bytes of UTF-8, in a path and in a header.
    { ...head, path: '/à¸\u0081', headers: [['X-Name', 'à¸ª\u0081\t']] },
    { ...head, path: '//host/@x[1-9]{a,b}' },
    { ...head, id: 1 },
    { format: 'of another kind' },
  ])('has none of %j', (request) => {
    expect(requestHeadProblem(request)).toBeUndefined();
  });

  it.each([
    [{ ...head, path: '@host/' }, 'its path'],
    [{ ...head, path: '/a b' }, 'its path'],
    [{ ...head, path: '/a\n' }, 'its path'],
    [{ ...head, method: 'PO ST' }, 'its method'],
    [{ ...head, method: '' }, 'its method'],
    [{ ...head, headers: [['X:A', 'b']] }, 'a name'],
    [{ ...head, headers: [['X-A', 'b\r\nc: d']] }, 'a line break'],
    [{ ...head, headers: [['X-A', '\u0000']] }, 'a line break or control character'],
  ])('names that of %j', (request, problem) => {
    expect(requestHeadProblem(request)).toContain(problem);
  });
});
