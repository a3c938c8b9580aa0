import { iso31661 } from 'iso-3166';
import { describe, expect, it } from 'vitest';

import { ALPHA_3_COUNTRIES, isAlpha3 } from './countries.ts';

describe('ALPHA_3_COUNTRIES', () => {
  it('are the 249 that ISO has assigned, in alphabetical order', () => {
    const assigned = iso31661.filter(({ state }) => state === 'assigned').map(({ alpha3 }) => alpha3);

    expect(ALPHA_3_COUNTRIES).toHaveLength(249);
    expect(ALPHA_3_COUNTRIES).toEqual(assigned.toSorted());
  });
});

describe('isAlpha3()', () => {
  it.each(['THA', 'JPN', 'SSD', 'PSE', 'XKX', 'XXA', 'AAA', 'AAZ', 'QMA', 'QZZ', 'ZZA'])('accepts %s', (code) => {
    expect(isAlpha3(code)).toBe(true);
  });

  it.each(['', 'TH', 'tha', 'ABA', 'QLZ', 'ZYZ', 'EUE', 'ROM', 'UNK', 'THA '])('refuses %j', (code) => {
    expect(isAlpha3(code)).toBe(false);
  });
});
