import { isNationalId, nationalIdCheckDigit } from '@idvkit/schema';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { replaceDigits, replaceInteger, replaceNationalId, replaceToken } from './opaque.ts';
import { ScrubKey } from './scrub-key.ts';

const key = ScrubKey.of('5c'.repeat(32));
const other = ScrubKey.of('a7'.repeat(32));

describe('replaceNationalId()', () => {
  it('gives valid ids that differ from one another and from the originals', () => {
    const made = new Set<string>();
    for (let number = 0; number < 2_000; number += 1) {
      const twelve = `1${String(number).padStart(11, '0')}`;
      const id = `${twelve}${nationalIdCheckDigit(twelve)}`;
      const replaced = replaceNationalId(key, id) ?? '';
      expect(isNationalId(replaced)).toBe(true);
      expect(replaced[0]).toBe('1');
      expect(replaced).not.toBe(id);
      made.add(replaced);
    }
    expect(made.size).toBe(2_000);
  });

  it('keeps how the digits are grouped, and is the same however they are', () => {
    const plain = replaceNationalId(key, '1101700230708') ?? '';
    const grouped = replaceNationalId(key, '1-1017-00230-70-8') ?? '';
    expect(grouped).toMatch(/^1-\d{4}-\d{5}-\d\d-\d$/);
    expect(grouped.replaceAll('-', '')).toBe(plain);
  });

  it.each(['', '1101700230709', '12', 'AB1234567'])('leaves %j to others', (text) => {
    expect(replaceNationalId(key, text)).toBeUndefined();
  });

  it('depends on the key', () => {
    expect(replaceNationalId(key, '1101700230708')).not.toBe(replaceNationalId(other, '1101700230708'));
    expect(replaceNationalId(ScrubKey.of('5c'.repeat(32)), '1101700230708')).toBe(
      replaceNationalId(key, '1101700230708'),
    );
  });
});

describe('replaceDigits()', () => {
  it('keeps length and whether a zero leads', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{1,40}$/), (digits) => {
        const replaced = replaceDigits(key, digits);
        expect(replaced).toMatch(new RegExp(`^\\d{${digits.length}}$`));
        expect(replaced.startsWith('0')).toBe(digits.startsWith('0'));
        expect(replaced === digits).toBe(digits === '0');
      }),
    );
  });

  it('merges no two of all six-digit numbers that begin alike', () => {
    const made = new Set<string>();
    for (let number = 100_000; number < 103_000; number += 1) made.add(replaceDigits(key, String(number)));
    // One that is met by chance twice is one that would have stood for itself.
    expect(made.size).toBeGreaterThanOrEqual(2_998);
  });
});

describe('replaceInteger()', () => {
  it('stays within what JSON readers hold exactly', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (number) => {
        const replaced = replaceInteger(key, String(number));
        expect(Number.isSafeInteger(Number(replaced))).toBe(true);
        expect(replaced).toHaveLength(String(number).length);
      }),
    );
  });
});

describe('replaceToken()', () => {
  it('keeps the class of every character', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z\d_.-]{1,80}$/), (token) => {
        const shape = (text: string): string =>
          text.replaceAll(/\d/g, '0').replaceAll(/[a-z]/g, 'a').replaceAll(/[A-Z]/g, 'A');
        const isHex = token.length >= 8 && /\d/.test(token) && /^(?:[\da-f_-]+|[\dA-F_-]+)$/.test(token);
        const replaced = replaceToken(key, token);
        const [had, has] = [token, replaced].map((text) => (isHex ? text.replaceAll(/[\da-f]/gi, '0') : shape(text)));
        expect(has).toBe(had);
        expect(replaced === token).toBe(!/[A-Za-z\d]/.test(token));
      }),
    );
  });

  it('keeps version and variant of a UUID, and hexadecimal hexadecimal', () => {
    expect(replaceToken(key, '0f8fad5b-d9cb-469f-a165-70867728950e')).toMatch(
      /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-a[\da-f]{3}-[\da-f]{12}$/,
    );
    expect(replaceToken(key, 'deadbeef00')).toMatch(/^[\da-f]{10}$/);
  });

  it('keeps the case of each part of a UUID, and is the same UUID whatever the case', () => {
    const lower = replaceToken(key, '0f8fad5b-d9cb-469f-a165-70867728950e');
    const mixed = replaceToken(key, '0F8FAD5B-d9cb-469F-A165-70867728950e');
    expect(mixed).toMatch(/^[\dA-F]{8}-[\da-f]{4}-4[\dA-F]{3}-A[\dA-F]{3}-[\da-fA-F]{12}$/);
    expect(mixed.toLowerCase()).toBe(lower);
    expect(replaceToken(key, '0F8FAD5B-D9CB-469F-A165-70867728950E')).toBe(lower.toUpperCase());
  });

  it('leaves no letter of a UUID where it was because of its case', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.infiniteStream(fc.boolean()), (uuid, capitals) => {
        const mixed = Array.from(uuid, (char) => (capitals.next().value ? char.toUpperCase() : char)).join('');
        expect(replaceToken(key, mixed).toLowerCase()).toBe(replaceToken(key, uuid));
      }),
    );
  });
});
