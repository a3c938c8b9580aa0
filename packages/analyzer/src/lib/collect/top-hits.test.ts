import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { TopHits } from './top-hits.ts';

const hit = (index: number) => ({ number: index, index, offset: index * 10, bytes: 7 });

describe('TopHits', () => {
  it('keeps those of the highest rank, of equal ones the earlier', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -3, max: 3 }), { maxLength: 12 }), fc.nat(4), (ranks, top) => {
        const hits = new TopHits({ top, reveal: false });
        for (const [index, rank] of ranks.entries()) if (hits.wants(rank)) hits.add(rank, hit(index), undefined);
        const sorted = ranks
          .map((rank, index) => ({ ...hit(index), score: rank }))
          .toSorted((a, b) => b.score - a.score);
        expect(hits.scored()).toEqual(sorted.slice(0, top));
        expect(hits.result()).toEqual(sorted.slice(0, top).map(({ index }) => hit(index)));
      }),
    );
  });

  it('never keeps more than it was asked for', () => {
    const hits = new TopHits({ top: 2, reveal: false });
    for (const rank of [1, 2, 3]) hits.add(rank, hit(rank), undefined);
    expect(hits.scored().map(({ score }) => score)).toEqual([3, 2]);
  });

  it.each([
    [false, 'Somchai', { label: '•••' }],
    [false, undefined, {}],
    [true, undefined, {}],
    [true, 'Somchai', { label: 'Somchai' }],
    [true, 'x'.repeat(81), { label: 'x'.repeat(80) }],
    [true, `${'x'.repeat(79)}😀`, { label: `${'x'.repeat(79)}\uFFFD` }],
  ])('shows a label only if it may (%s): %j', (reveal, label, shown) => {
    const hits = new TopHits({ top: 1, reveal });
    hits.add(1, hit(0), label);
    expect(hits.result()).toEqual([{ ...hit(0), ...shown }]);
  });
});
