import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { findOverlaps, isOverlap } from './segment.ts';

const part = fc
  .record({ name: fc.constantFrom('a', 'b'), start: fc.nat(12), bytes: fc.nat(6) })
  .map(({ name, start, bytes }) => ({ segment: { name, start, end: start + bytes } }));

describe('findOverlaps()', () => {
  it('pairs only parts that share bytes, and has each such part or an equal one', () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const pairs = findOverlaps(parts);
        const overlapping = parts.filter((one) => parts.some((other) => isOverlap(one.segment, other.segment)));

        expect(pairs.filter(([one, other]) => !isOverlap(one.segment, other.segment))).toEqual([]);
        expect(new Set(pairs.flat().map(({ segment }) => Object.values(segment).join()))).toEqual(
          new Set(overlapping.map(({ segment }) => Object.values(segment).join())),
        );
      }),
      { numRuns: 1000 },
    );
  });
});
