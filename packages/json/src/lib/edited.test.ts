import { describe, expect, it } from 'vitest';

import { EACH, edited, type EditPath } from './edited.ts';

describe('edited()', () => {
  const document = { a: [{ b: 1 }, { b: 2 }], c: null };

  it.each<readonly [what: string, path: EditPath, value: unknown, expected: unknown]>([
    ['a member', ['c'], 3, { a: [{ b: 1 }, { b: 2 }], c: 3 }],
    ['a new member', ['d'], 3, { a: [{ b: 1 }, { b: 2 }], c: null, d: 3 }],
    ['a place in an array', ['a', 1, 'b'], 3, { a: [{ b: 1 }, { b: 3 }], c: null }],
    ['a removal', ['a', 0, 'b'], undefined, { a: [{}, { b: 2 }], c: null }],
    ['an element that goes', ['a', 0], undefined, { a: [{ b: 2 }], c: null }],
    ['a way that ends early', ['x', 'y'], 3, { a: [{ b: 1 }, { b: 2 }], c: null }],
    ['a way through null', ['c', 'y'], 3, { a: [{ b: 1 }, { b: 2 }], c: null }],
    ['the whole document', [], 3, 3],
    ['a place in each element', ['a', EACH, 'b'], 3, { a: [{ b: 3 }, { b: 3 }], c: null }],
    ['each member', [EACH], 3, { a: 3, c: 3 }],
    ['an element that is not there', ['a', 7], 3, { a: [{ b: 1 }, { b: 2 }], c: null }],
  ])('makes %s anew', (_what, path, value, expected) => {
    expect(edited(document, path, () => value)).toEqual(expected);
  });

  it('leaves the document as it was, and the order of its members', () => {
    const copy = edited(document, ['a'], () => 0);

    // An object was copied, so an object it is.
    expect(Object.keys(copy as object)).toEqual(['a', 'c']);
    expect(document).toEqual({ a: [{ b: 1 }, { b: 2 }], c: null });
  });

  it('takes an object of a class as a whole', () => {
    const date = new Date(0);

    expect(edited({ date }, ['date', EACH], () => 1)).toEqual({ date });
  });

  it('treats __proto__ as a key like any other', () => {
    const document: unknown = JSON.parse('{"__proto__":{"x":1}}');

    expect(JSON.stringify(edited(document, ['__proto__', 'x'], () => 2))).toBe('{"__proto__":{"x":2}}');
  });
});
