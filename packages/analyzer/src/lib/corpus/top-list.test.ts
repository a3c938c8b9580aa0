import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { compareTexts } from '../scan/compare-texts.ts';
import { TopList } from './top-list.ts';

describe('TopList', () => {
  it('lists the 20 items of the highest ranks, equal ones in the order of their texts', () => {
    const items = fc.array(fc.record({ rank: fc.integer({ min: -3, max: 9 }), name: fc.string({ maxLength: 2 }) }), {
      maxLength: 120,
    });
    fc.assert(
      fc.property(items, fc.nat(120), (all, lookedAt) => {
        const list = new TopList<{ rank: number; name: string }>(({ rank }) => rank);
        for (const [index, item] of all.entries()) {
          if (index === lookedAt) list.result();
          if (list.wants(item.rank)) list.add(item);
        }
        const sorted = all.toSorted((a, b) => b.rank - a.rank || compareTexts(JSON.stringify(a), JSON.stringify(b)));
        expect(list.result()).toEqual(sorted.slice(0, 20));
      }),
    );
  });
});
