import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { isNationalId, nationalIdCheckDigit } from './national-id.ts';

const firstTwelve = fc.stringMatching(/^\d{12}$/);

describe('isNationalId()', () => {
  it.each(['1101700230708', '1234567890121'])('accepts %s', (id) => {
    expect(isNationalId(id)).toBe(true);
  });

  it.each(['1101700230709', '110170023070', '11017002307088', '', '110170023070๘', ' 1101700230708'])(
    'refuses %j',
    (id) => {
      expect(isNationalId(id)).toBe(false);
    },
  );

  it('accepts exactly one of the ten last digits', () => {
    fc.assert(
      fc.property(firstTwelve, (digits) => {
        const valid = Array.from('0123456789').filter((last) => isNationalId(digits + last));
        expect(valid).toEqual([String(nationalIdCheckDigit(digits))]);
      }),
    );
  });
});

describe('nationalIdCheckDigit()', () => {
  it.each(['', '12345678901', '1234567890123', '12345678901a'])('refuses %j', (digits) => {
    expect(() => nationalIdCheckDigit(digits)).toThrow(RangeError);
  });
});
