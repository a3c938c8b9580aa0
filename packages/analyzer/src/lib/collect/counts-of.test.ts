import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { countsOf, sumOfCounts } from './counts-of.ts';

const pairs = fc.array(fc.tuple(fc.constantFrom('', 'a', 'b', 'B', 'ก'), fc.integer({ min: 1, max: 4 })), {
  maxLength: 9,
});
const numbered = (count: number): [string, number][] =>
  Array.from({ length: count }, (_, index) => [String(index).padStart(3, '0'), 1]);

describe('countsOf()', () => {
  it('adds up equal values, and lists the most frequent first, then by their text', () => {
    fc.assert(
      fc.property(pairs, fc.nat(2), fc.boolean(), (counted, others, exact) => {
        const values = counted.flatMap(([value, count]) => Array.from({ length: count }, () => value));
        const counts = [...Map.groupBy(values, (value) => value)].map(([value, { length }]) => ({
          value,
          count: length,
        }));
        const byText = counts.toSorted((a, b) => (a.value < b.value ? -1 : 1));
        expect(countsOf(counted, { others, exact })).toEqual({
          total: values.length + others,
          distinct: counts.length,
          exact: exact && others === 0,
          counts: byText.toSorted((a, b) => b.count - a.count),
        });
      }),
    );
  });

  it.each([
    [256, true],
    [257, false],
  ])('lists the first 256 of %i values', (count, exact) => {
    const { distinct, counts, ...rest } = countsOf(numbered(count));
    expect(rest).toEqual({ total: count, exact });
    expect([distinct, counts.length, counts.at(-1)]).toEqual([count, 256, { value: '255', count: 1 }]);
  });

  it('is exact without options', () => {
    expect(countsOf([])).toEqual({ total: 0, distinct: 0, exact: true, counts: [] });
  });
});

describe('sumOfCounts()', () => {
  it('gives what all values together give', () => {
    fc.assert(
      fc.property(pairs, pairs, fc.nat(2), (one, other, others) => {
        const sum = sumOfCounts([countsOf(one, { others }), countsOf(other)]);
        expect(sum).toEqual(countsOf([...one, ...other], { others }));
      }),
    );
  });

  it('is exact if all parts are', () => {
    const [exact, not] = [countsOf([['a', 1]]), countsOf([['a', 1]], { exact: false })];
    expect([sumOfCounts([exact, exact]), sumOfCounts([exact, not]), sumOfCounts([])].map((sum) => sum.exact)).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('counts what a part does not list among the others', () => {
    expect(sumOfCounts([countsOf(numbered(300))])).toMatchObject({ total: 300, distinct: 256, exact: false });
  });
});
