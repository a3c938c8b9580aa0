import { describe, expect, it } from 'vitest';

import { requestPath } from './request-path.ts';

describe('requestPath()', () => {
  it.each([
    ["/hook?q='x'", "/hook?q='x'"],
    ['http://r.example/hook?a=1#part', '/hook?a=1'],
    ['https://user@r.example', '/'],
    ['?a=1', '/?a=1'],
    ['@elsewhere.example/', '/'],
    ['*', '/'],
    ['', '/'],
    ['/a b\n\u007F', '/a%20b%0A%7F'],
  ])('of %j is %j', (target, path) => {
    expect(requestPath(target)).toBe(path);
  });
});
