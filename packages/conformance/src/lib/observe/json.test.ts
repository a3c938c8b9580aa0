import { describe, expect, it } from 'vitest';

import { arrayAt, at, has, isObject, kindOf, objectAt, quoted, stringAt } from './json.ts';

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

describe('objectAt(), arrayAt() and stringAt()', () => {
  it('give what is there only where it is of the kind', () => {
    expect([objectAt(document, 'a'), objectAt(document, 'a', 0)]).toEqual([undefined, { b: 'c' }]);
    expect([arrayAt(document, 'a', 0), arrayAt(document, 'a')]).toEqual([undefined, [{ b: 'c' }]]);
    expect([stringAt(document, 'n'), stringAt(document, 'a', 0, 'b')]).toEqual([undefined, 'c']);
  });
});

describe('isObject() and has()', () => {
  it('take neither null nor an array for an object, and no inherited key for its own', () => {
    expect([isObject(null), isObject([]), isObject({})]).toEqual([false, false, true]);
    expect([has({}, 'constructor'), has({ constructor: 1 }, 'constructor')]).toEqual([false, true]);
  });
});

describe('kindOf() and quoted()', () => {
  it('name a kind, and quote no more than a short scalar', () => {
    expect([undefined, null, [], {}, 'a', 1].map(kindOf)).toEqual([
      'nothing',
      'null',
      'array',
      'object',
      'string',
      'number',
    ]);
    expect([quoted({ a: 1 }), quoted(null), quoted(1.5), quoted('a'.repeat(300))]).toEqual([
      'object',
      'null',
      1.5,
      `${'a'.repeat(200)}…`,
    ]);
  });
});
