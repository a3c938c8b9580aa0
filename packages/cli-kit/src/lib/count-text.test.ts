import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { counted, countText } from './count-text.ts';

describe('countText', () => {
  it('writes what toLocaleString writes', () => {
    const counts = fc.oneof(fc.nat(), fc.maxSafeNat(), fc.maxSafeInteger(), fc.double({ noNaN: true }));
    fc.assert(
      fc.property(counts, (count) => {
        expect(countText(count)).toBe((count + 0).toLocaleString('en-US'));
      }),
    );
  });

  it.each([
    [0, '0'],
    [999, '999'],
    [1_000, '1,000'],
    [1_234_567, '1,234,567'],
    [1_234.5678, '1,234.568'],
  ])('writes %d as %s', (count, text) => {
    expect(countText(count)).toBe(text);
  });
});

describe('counted', () => {
  it('takes the singular for one only', () => {
    expect([counted(1, 'hit'), counted(0, 'hit'), counted(12_045, 'entry', 'entries')]).toEqual([
      '1 hit',
      '0 hits',
      '12,045 entries',
    ]);
  });
});
