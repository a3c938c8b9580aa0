import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { IdentityTally } from './identity-tally.ts';

function tallyOf(identities: readonly number[], capacity?: number): ReturnType<IdentityTally['result']> {
  const tally = new IdentityTally(capacity);
  for (const [index, identity] of identities.entries()) tally.add(identity, index, index * 10);
  return tally.result();
}

/** Different ids. Steps of the golden ratio spread evenly; the low bits, which choose a slot, differ too. */
function spread(count: number): number[] {
  return Array.from(
    { length: count },
    (_, index) => Math.floor(((index * 0.618_033_988_749_895) % 1) * 2 ** 32) * 2 ** 20 + index,
  );
}

/** Numbers that share low bits, and any others. */
const identity = fc.oneof(
  fc.nat(600),
  fc.nat(600).map((number) => number * 4_096),
  fc.nat(600).map((number) => number * 2 ** 32),
  fc.nat(2 ** 52 - 1),
  fc.constant(Number.NaN),
);

describe('IdentityTally', () => {
  it('counts as one would with all of them at hand', () => {
    fc.assert(
      fc.property(fc.array(identity, { maxLength: 900, size: 'max' }), (identities) => {
        const known = identities.filter((each) => !Number.isNaN(each));
        const groups = Map.groupBy(known, (each) => each);
        const repeated = [...groups]
          .filter(([, group]) => group.length > 1)
          .map(([each, group]) => ({ index: identities.indexOf(each), count: group.length }))
          .sort((a, b) => b.count - a.count || a.index - b.index)
          .slice(0, 10);
        expect(tallyOf(identities)).toEqual({
          total: known.length,
          distinct: groups.size,
          exact: true,
          kept: groups.size,
          repeated: known.length - groups.size,
          most: repeated.map(({ index, count }) => ({ index, offset: index * 10, count })),
        });
      }),
      { numRuns: 60 },
    );
  });

  it('knows nothing of what it was told to forget', () => {
    const tally = new IdentityTally();
    for (let identity = 0; identity < 100; identity += 1) tally.add(identity % 50, identity, identity);
    tally.clear();
    expect(tally.result()).toEqual(new IdentityTally().result());
    tally.add(7, 1, 10);
    tally.add(7, 2, 20);
    expect(tally.result()).toEqual({
      total: 2,
      distinct: 1,
      exact: true,
      kept: 1,
      repeated: 1,
      most: [{ index: 1, offset: 10, count: 2 }],
    });
  });

  it('keeps this many ids, and of more a sample', () => {
    const many = Array.from({ length: 65_537 }, (_, index) => (index / 65_537) * 2 ** 52);
    expect(tallyOf(many.slice(0, -1))).toMatchObject({ distinct: 65_536, exact: true });
    expect(tallyOf(many)).toMatchObject({ total: 65_537, exact: false });
  });

  it('finds no repeated id among different ones, however many there are', () => {
    const { total, distinct, exact, repeated, most } = tallyOf(spread(300_000), 64);
    expect([total, distinct, exact, repeated, most]).toEqual([300_000, 300_000, false, 0, []]);
  });

  it.each([0.02, 0.3, 2])('estimates how many of 100,000 ids are repeated: %f of them', (share) => {
    const ids = spread(100_000);
    const again = Array.from({ length: 100_000 * share }, (_, index) => ids[(index * 7) % 100_000] ?? 0);
    const { total, distinct, repeated } = tallyOf([...ids, ...again], 4_096);
    expect(total).toBe(100_000 + again.length);
    expect(Math.abs(distinct - 100_000) / 100_000).toBeLessThan(0.05);
    expect(Math.abs(repeated - again.length) / again.length).toBeLessThan(0.25);
  });
});
