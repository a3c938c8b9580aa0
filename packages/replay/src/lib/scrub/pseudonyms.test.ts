import { isNationalId, nationalIdCheckDigit } from '@idvkit/schema';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { Pseudonyms } from './pseudonyms.ts';
import { ScrubKey } from './scrub-key.ts';

const pseudonyms = new Pseudonyms(ScrubKey.of('5c'.repeat(32)));

describe('Pseudonyms', () => {
  it('gives national ids that are valid, differ from each other and begin alike', () => {
    const made = new Set<string>();
    for (let number = 0; number < 500; number += 1) {
      const twelve = `1${String(number).padStart(11, '0')}`;
      const id = `${twelve}${nationalIdCheckDigit(twelve)}`;
      const replaced = pseudonyms.digits(id);
      expect([isNationalId(replaced), replaced[0], replaced === id]).toEqual([true, '1', false]);
      made.add(replaced);
    }
    expect(made.size).toBe(500);
  });

  it('gives integers that JSON readers hold exactly', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (number) => {
        const replaced = pseudonyms.integer(String(number));
        expect(Number.isSafeInteger(Number(replaced))).toBe(true);
        expect(replaced).toHaveLength(String(number).length);
      }),
    );
  });

  it('keeps the class of every character of a token', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z\d_.-]{1,80}$/), (token) => {
        const shape = (text: string): string =>
          text.replaceAll(/\d/g, '0').replaceAll(/[a-z]/g, 'a').replaceAll(/[A-Z]/g, 'A');
        const isHex = token.length >= 8 && /\d/.test(token) && /^(?:[\da-f_-]+|[\dA-F_-]+)$/.test(token);
        const replaced = pseudonyms.token(token);
        const [had, has] = [token, replaced].map((text) => (isHex ? text.replaceAll(/[\da-f]/gi, '0') : shape(text)));
        expect(has).toBe(had);
      }),
    );
  });

  it('keeps version and variant of a UUID, and is the same UUID whatever the case', () => {
    const made = pseudonyms.token('0f8fad5b-d9cb-469f-a165-70867728950e');
    expect(made).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-a[\da-f]{3}-[\da-f]{12}$/);
    expect(pseudonyms.token('0F8FAD5B-D9CB-469F-A165-70867728950E')).toBe(made.toUpperCase());
  });

  it.each([
    ['lucia', 'LUCIA'],
    ['lucia', 'Lucía'],
    ['lucia', 'Lucía'.normalize('NFD')],
    ['lucia', 'ⓛⓤⓒⓘⓐ'],
  ])('takes %s and %s for the same word', (one, other) => {
    expect(pseudonyms.word(other).toLowerCase()).toBe(pseudonyms.word(one));
  });

  it('spreads birth dates over 66 years, and keeps the year of later dates', () => {
    const years = Array.from({ length: 900 }, (_, at) =>
      pseudonyms.date({ year: 1988, month: 1 + (at % 12), day: 1 + (at % 28) }),
    );
    const distinct = new Set(years.map((date) => date?.year));
    expect([Math.min(...years.map((date) => date?.year ?? 0)) >= 1940, distinct.size > 25]).toEqual([true, true]);
    expect(pseudonyms.date({ year: 2029, month: 5, day: 31 })?.year).toBe(2029);
    expect(pseudonyms.date({ year: 2021, month: 2, day: 30 })).toBeUndefined();
  });
});
