import { describe, expect, it } from 'vitest';

import { arrayAt, at, isObject, numberAt, objectAt, stringAt } from './at.ts';

const document: unknown = JSON.parse('{"a":[{"b":"c"}],"n":null,"__proto__":{"x":1}}');

describe('at()', () => {
  it.each([
    [['a', 0, 'b'], 'c'],
    [['n'], null],
    [['n', 'x'], undefined],
    [['a', 1], undefined],
    [['a', 'length'], 1],
    [['a', 0, 'b', 0], undefined],
    [['toString'], undefined],
    [['__proto__', 'x'], 1],
    [[], document],
  ])('reads %j', (path, expected) => {
    expect(at(document, ...path)).toEqual(expected);
  });
});

describe('objectAt(), arrayAt(), stringAt() and numberAt()', () => {
  it('give what is there only where it is of the kind', () => {
    expect([objectAt(document, 'a'), objectAt(document, 'a', 0)]).toEqual([undefined, { b: 'c' }]);
    expect([arrayAt(document, 'a', 0), arrayAt(document, 'a')]).toEqual([undefined, [{ b: 'c' }]]);
    expect([stringAt(document, 'n'), stringAt(document, 'a', 0, 'b')]).toEqual([undefined, 'c']);
    expect([numberAt(document, 'n'), numberAt({ n: Number.NaN }, 'n'), numberAt({ n: 1 }, 'n')]).toEqual([
      undefined,
      undefined,
      1,
    ]);
  });
});

describe('isObject()', () => {
  it('takes neither null, nor an array, nor an object of a class for an object', () => {
    expect([null, [], new Date(0), new Uint8Array()].map(isObject)).toEqual([false, false, false, false]);
    expect([{}, Object.create(null), JSON.parse('{"__proto__":1}')].map(isObject)).toEqual([true, true, true]);
  });
});
