import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { SampledIds } from './sampled-ids.ts';

const ALL = 2 ** 52;

describe('SampledIds', () => {
  it('keeps all ids with their notes up to its capacity, and beyond it all below a power of two', () => {
    const identities = fc.array(
      fc.oneof(
        fc.nat(12),
        fc.integer({ min: 0, max: 9 }).map((shift) => ALL / 2 ** (shift + 1)),
        fc.integer({ min: 0, max: ALL - 1 }),
      ),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(identities, (added) => {
        const ids = new SampledIds(8, 2);
        for (const identity of added) {
          const start = ids.add(identity);
          if (start >= 0) ids.numbers[start + 1] = (ids.numbers[start + 1] ?? Number.NaN) + 1;
        }
        const counts = Map.groupBy(added, (identity) => identity);
        let bound = ALL;
        const below = (): number[] => [...counts.keys()].filter((identity) => identity < bound);
        while (below().length > 8) bound /= 2;
        expect([ids.exact, ids.scale]).toEqual([bound === ALL, ALL / bound]);
        const kept = [...ids.ids].map((identity, index) => [
          identity,
          ...ids.numbers.subarray(2 * index, 2 * index + 2),
        ]);
        expect(kept).toEqual(below().map((identity) => [identity, 0, counts.get(identity)?.length]));
      }),
      { numRuns: 300 },
    );
  });

  it('leaves out what another sample has left out', () => {
    const [few, many] = [new SampledIds(8, 1), new SampledIds(8, 1)];
    for (let index = 0; index < 8; index += 1) few.add((index * ALL) / 8);
    for (let index = 0; index < 20; index += 1) many.add((index * ALL) / 20);
    few.keepAs(many);
    expect([few.exact, few.scale, [...few.ids]]).toEqual([false, many.scale, [0, ALL / 8]]);
    expect([few.add(ALL - 1), few.add(0)]).toEqual([-1, 0]);
  });
});
