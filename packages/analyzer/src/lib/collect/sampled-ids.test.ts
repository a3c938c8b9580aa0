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
        const ids = new SampledIds(8);
        const seen: unknown[] = [];
        for (const identity of added) {
          ids.add(identity, (known = 0) => {
            seen.push([identity, known]);
            return known + 1;
          });
        }
        const counts = Map.groupBy(added, (identity) => identity);
        let bound = ALL;
        const below = (): number[] => [...counts.keys()].filter((identity) => identity < bound);
        while (below().length > 8) bound /= 2;
        const repeated = below().filter((identity) => (counts.get(identity)?.length ?? 0) > 1);
        expect(ids.exact).toBe(bound === ALL);
        expect(ids.count()).toBe(Math.round(below().length * (ALL / bound)));
        expect(ids.count((times) => times > 1)).toBe(Math.round(repeated.length * (ALL / bound)));
        const before = added.map((identity, at) => [
          identity,
          added.slice(0, at).filter((each) => each === identity).length,
        ]);
        expect(ids.exact ? seen : before).toEqual(before);
      }),
      { numRuns: 300 },
    );
  });
});
