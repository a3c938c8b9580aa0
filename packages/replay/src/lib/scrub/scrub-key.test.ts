import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { ScrubKey } from './scrub-key.ts';

const key = ScrubKey.of('5c'.repeat(32));

describe('ScrubKey.permuted()', () => {
  it('keeps the number of digits, and whether a zero leads', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[1-9]\d{0,39}$/), (digits) => {
        const made = key.permuted(digits, { isNumber: true });
        expect(made).toMatch(new RegExp(`^[1-9]\\d{${digits.length - 1}}$`));
        expect(made).not.toBe(digits);
      }),
    );
  });

  it.each([2, 3, 4])('makes no two numbers of %i digits one, but for what would stand for itself', (length) => {
    const all = Array.from({ length: 10 ** length }, (_, number) => String(number).padStart(length, '0'));
    const made = new Set(all.map((digits) => key.permuted(digits, { isNumber: false })));
    expect(made.size).toBeGreaterThanOrEqual(all.length - 5);
  });

  it('depends on the key', () => {
    const others = [ScrubKey.of('a7'.repeat(32)), key.another(1), key.another(2)];
    const made = [key, ...others].map((each) => each.permuted('1234567890123', { isNumber: true }));
    expect(new Set(made).size).toBe(4);
    expect(ScrubKey.of('5c'.repeat(32)).permuted('1234567890123', { isNumber: true })).toBe(made[0]);
  });
});
