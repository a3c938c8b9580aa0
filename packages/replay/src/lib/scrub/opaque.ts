import { isNationalId, nationalIdCheckDigit } from '@idvkit/schema';

import { permute, permuteHalves, shapeOf, type Places } from './permute.ts';
import type { ScrubKey } from './scrub-key.ts';

const DIGITS = '0123456789';
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const HEX = '0123456789abcdef';
const CAPITAL_HEX = '0123456789ABCDEF';

const PURPOSE = { digits: 1, token: 2, nationalId: 3 } as const;
const ONLY_DIGITS = /^\d+$/;
/** Halves of more cannot be counted exactly. */
const MAX_DIGITS = 26;
const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** What no id is made of, whatever stands between its digits. */
const WORDS = /[\p{L}\p{M}]|(?!\d)\p{N}/u;

/**
 * Replaces ASCII digits, keeping their number and whether the first is a zero. No text is replaced by itself.
 *
 * @param text Digits, and whatever else, which stays.
 */
export function replaceDigits(key: ScrubKey, text: string): string {
  if (text.length <= MAX_DIGITS && ONLY_DIGITS.test(text)) return replacedNumber(key, text);
  return replaced(key, PURPOSE.digits, text, (char, first) => {
    if (char < '0' || char > '9') return '';
    return first ? (char === '0' ? '0' : '123456789') : DIGITS;
  });
}

/** The same for digits alone, by numbers: they are what most of a screening's identifiers, dates and amounts are. */
function replacedNumber(key: ScrubKey, digits: string): string {
  if (digits === '0') return digits;
  const { length } = digits;
  const middle = length >> 1;
  // What does not begin with a zero is not to begin with one.
  const isLeading = digits.startsWith('0');
  const least = isLeading ? 0 : 10 ** Math.max(0, (middle === 0 ? length : middle) - 1);
  const [leftLeast, rightLeast] = middle === 0 ? [0, least] : [least, 0];
  const halves = {
    purpose: PURPOSE.digits,
    left: Number(digits.slice(0, middle)) - leftLeast,
    right: Number(digits.slice(middle)) - rightLeast,
    leftSize: middle === 0 ? 1 : sizeOf(middle, isLeading),
    rightSize: middle === 0 ? sizeOf(length, isLeading) : 10 ** (length - middle),
  };
  for (let tweak = 0; ; tweak += 1) {
    const { left, right } = permuteHalves(key, { ...halves, shape: shapeOf(length, tweak) });
    const first = middle === 0 ? '' : String(left + leftLeast).padStart(middle, '0');
    const made = first + String(right + rightLeast).padStart(length - middle, '0');
    if (made !== digits) return made;
  }
}

/** How many numbers of so many digits there are that begin, or do not begin, with a zero. */
function sizeOf(digits: number, isLeading: boolean): number {
  return (isLeading ? 1 : 9) * 10 ** (digits - 1);
}

/** As {@link replaceDigits}, for an integer that JSON readers must be able to hold exactly. */
export function replaceInteger(key: ScrubKey, digits: string): string {
  let text = digits;
  // Walking the cycle ends at a number in range, as it began with one.
  for (let step = 0; step < 1000; step += 1) {
    text = replaceDigits(key, text);
    if (Number(text) <= Number.MAX_SAFE_INTEGER && text !== digits) return text;
    if (Number(digits) > Number.MAX_SAFE_INTEGER) return text;
  }
  return '1'.repeat(digits.length);
}

/**
 * Replaces an opaque identifier, a slug or a document number for instance: digits by digits, letters by letters of their
 * case, hexadecimal by hexadecimal; the rest stays. A UUID keeps its version and variant.
 */
export function replaceToken(key: ScrubKey, text: string): string {
  if (UUID.test(text)) return replacedUuid(key, text);
  const hex = text.length >= 8 && /\d/.test(text) && (/^[\da-f_-]+$/.test(text) || /^[\dA-F_-]+$/.test(text));
  return replaced(key, PURPOSE.token, text, (char) => {
    if (hex && /[\da-fA-F]/.test(char)) return /[A-F]/.test(text) ? CAPITAL_HEX : HEX;
    return char >= '0' && char <= '9'
      ? DIGITS
      : char >= 'a' && char <= 'z'
        ? LETTERS
        : char >= 'A' && char <= 'Z'
          ? CAPITALS
          : '';
  });
}

/**
 * Replaces a Thai national id by another that is valid; the first digit, which says what kind of person holds it, and
 * what stands between the digits stay. Two ids that differ come out different.
 *
 * @returns The new id, or `undefined` where `text` is none.
 * @see Specification, "Answer"
 */
export function replaceNationalId(key: ScrubKey, text: string): string | undefined {
  if (WORDS.test(text)) return undefined;
  const digits = text.replaceAll(/\D/g, '');
  if (!isNationalId(digits)) return undefined;
  const values = Array.from(digits.slice(1, 12), Number);
  const places = { values, radices: values.map(() => 10) };
  let body = digits;
  for (let tweak = 0; body === digits; tweak += 1) {
    const made = permute(key, PURPOSE.nationalId, places, tweak);
    if (made === undefined) return undefined;
    const twelve = `${digits[0]}${made.join('')}`;
    body = `${twelve}${nationalIdCheckDigit(twelve)}`;
  }
  let at = 0;
  return text.replaceAll(/\d/g, () => body[at++] ?? '');
}

/** Letters have the case of the letter that was there; where there was a digit, that of the letter before it, or else of the first. */
function replacedUuid(key: ScrubKey, text: string): string {
  let at = -1;
  const made = replaced(key, PURPOSE.token, text.toLowerCase(), (char) => {
    at += 1;
    return char === '-' || at === 14 || at === 19 ? '' : HEX;
  });
  let isCapital = /^[^a-f]*[A-F]/.test(text);
  return Array.from(made, (char, index) => {
    const original = text.charAt(index);
    if (/[a-f]/i.test(original)) isCapital = original < 'a';
    return isCapital ? char.toUpperCase() : char;
  }).join('');
}

/** Replaces the characters for which `alphabetOf` gives an alphabet. */
function replaced(
  key: ScrubKey,
  purpose: number,
  text: string,
  alphabetOf: (char: string, first: boolean) => string,
): string {
  const alphabets: string[] = [];
  const values: number[] = [];
  const radices: number[] = [];
  let isFixed = true;
  for (let at = 0; at < text.length; at += 1) {
    const alphabet = alphabetOf(text.charAt(at), values.length === 0);
    // A digit beyond the alphabet cannot be, as it chose the alphabet.
    const value = alphabet === '' ? -1 : alphabet.indexOf(text.charAt(at));
    alphabets.push(value === -1 ? '' : alphabet);
    if (value === -1) continue;
    values.push(value);
    radices.push(alphabet.length);
    if (alphabet.length > 1) isFixed = false;
  }
  if (isFixed) return text;
  const places = { values, radices };
  for (let tweak = 0; ; tweak += 1) {
    const made = permute(key, purpose, places, tweak) ?? drawn(key, text, places, tweak);
    let next = 0;
    let result = '';
    for (let at = 0; at < text.length; at += 1) {
      const alphabet = alphabets[at] ?? '';
      if (alphabet === '') result += text.charAt(at);
      else {
        result += alphabet.charAt(made[next] ?? 0);
        next += 1;
      }
    }
    if (result !== text) return result;
  }
}

/** Values for texts too long to be permuted: drawn anew, which at that length makes as good as no two the same. */
function drawn(key: ScrubKey, text: string, { radices }: Places, tweak: number): number[] {
  let pool: Buffer = Buffer.alloc(0);
  let used = 0;
  let block = 0;
  // Texts may be of any length: only this reads it.
  const seed = key.bytesOf('long', text).toString('hex');
  return radices.map((radix) => {
    if (used + 2 > pool.length) {
      pool = key.bytesOf(`long ${tweak} ${block++}`, seed);
      used = 0;
    }
    const value = pool.readUInt16BE(used) % radix;
    used += 2;
    return value;
  });
}
