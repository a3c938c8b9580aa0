import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { applicationNumber, parseApplicationNumber } from './number.ts';

describe('applicationNumber()', () => {
  it('pads the id with zeros', () => {
    expect(applicationNumber(4711, { padWidth: 7 })).toBe('COK000004711');
  });

  it('never cuts an id that is wider than its padding', () => {
    expect(applicationNumber(123_456, { padWidth: 3 })).toBe('COK00123456');
  });

  it('does not pad by itself', () => {
    expect(applicationNumber(0)).toBe('COK000');
  });

  it.each([-1, 1.5, Number.NaN, 2 ** 53])('refuses %d', (id) => {
    expect(() => applicationNumber(id)).toThrow(RangeError);
  });
});

describe('parseApplicationNumber()', () => {
  it('reads back every id at every width', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.nat(20), (id, padWidth) => {
        expect(parseApplicationNumber(applicationNumber(id, { padWidth }))).toBe(id);
      }),
    );
  });

  it.each([
    '',
    'COK00',
    'COK0',
    '4711',
    'cok004711',
    'COK00 4711',
    'COK004711 ',
    'COK00-1',
    'COK0099999999999999999999',
  ])('refuses %j', (no) => {
    expect(() => parseApplicationNumber(no)).toThrow(RangeError);
  });
});
