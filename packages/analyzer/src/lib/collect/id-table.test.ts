import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { IdTable } from './id-table.ts';

/** Ids that share their low bits, or their high bits. */
const id = fc.oneof(
  fc.nat(60),
  fc.nat(60).map((number) => number * 2 ** 20),
  fc.nat(60).map((number) => number * 2 ** 32),
  fc.nat(2 ** 52),
);
const change = fc.oneof(
  { weight: 60, arbitrary: id.map((added) => ({ added })) },
  { weight: 1, arbitrary: id.map((bound) => ({ bound })) },
  { weight: 1, arbitrary: fc.constant({}) },
);
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;

interface Changed {
  readonly table: IdTable;
  /** Ids that the table holds. */
  readonly expected: ReadonlyMap<number, readonly number[]>;
  /** Index of each id that was looked for, and the index that it has to have. */
  readonly found: readonly (readonly [number, number])[];
}

function changed(width: number, changes: readonly Change[]): Changed {
  const table = new IdTable(width);
  const found: [number, number][] = [];
  let expected = new Map<number, number[]>();
  let number = 0;
  for (const each of changes) {
    if ('bound' in each) {
      table.keepBelow(each.bound);
      expected = new Map([...expected].filter(([added]) => added < each.bound));
    } else if ('added' in each) {
      found.push([table.find(each.added), [...expected.keys()].indexOf(each.added)]);
      if (expected.has(each.added)) continue;
      const numbers = Array.from({ length: width }, () => (number += 1));
      const at = table.add(each.added) * width;
      table.numbers.set(numbers, at);
      expected.set(each.added, numbers);
    } else {
      table.clear();
      expected.clear();
    }
  }
  return { table, expected, found };
}

describe('IdTable', () => {
  it.each([1, 3])('keeps ids in the order in which they were added, with %i numbers each', (width) => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 200, size: 'max' }), (changes) => {
        const { table, expected, found } = changed(width, changes);
        expect(found.map(([index]) => index)).toEqual(found.map(([, index]) => index));
        expect([table.size, [...table.ids]]).toEqual([expected.size, [...expected.keys()]]);
        expect([...table.numbers.subarray(0, table.size * width)]).toEqual([...expected.values()].flat());
      }),
    );
  });
});
