import { describe, expect, it } from 'vitest';

import { both, has, implies, keywordsOf, mayHave, stated } from './stated.ts';

const check = (): void => {};
const [a, b, c] = [{ type: 'object' }, { minProperties: 1 }, { maxProperties: 2 }];

describe('both()', () => {
  it.each([
    [[], {}],
    [[a], a],
    [[a, b], { allOf: [a, b] }],
    [[both(a, b), c], { allOf: [a, b, c] }],
    [[{ allOf: [a], title: 'x' }, b], { allOf: [{ allOf: [a], title: 'x' }, b] }],
  ])('of %j', (keywords, expected) => {
    expect(both(...keywords)).toEqual(expected);
  });
});

describe('keywordsOf()', () => {
  it.each([
    [[], { allOf: [{}] }],
    [[check, stated(a, () => {})], { allOf: [a] }],
    [[stated(a, () => {}), stated(b, () => {})], { allOf: [a, b] }],
    [[stated(implies(a, b), () => {})], implies(a, b)],
  ])('leave the keywords of the schema alone', (checks, expected) => {
    expect(keywordsOf(...checks)).toEqual(expected);
  });
});

describe('has() and mayHave()', () => {
  it('ask for a member at a path', () => {
    expect(has('a.b', b)).toEqual({
      type: 'object',
      required: ['a'],
      properties: { a: { type: 'object', required: ['b'], properties: { b } } },
    });
    expect(has('a')).toEqual({ type: 'object', required: ['a'], properties: { a: {} } });
    expect(mayHave('a.b', b)).toEqual({
      type: 'object',
      properties: { a: { type: 'object', properties: { b } } },
    });
  });
});
