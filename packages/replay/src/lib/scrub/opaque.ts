import { isNationalId, nationalIdCheckDigit } from '@idvkit/schema';

import type { ScrubKey } from './scrub-key.ts';

const DIGITS = '0123456789';
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const HEX = '0123456789abcdef';
const CAPITAL_HEX = '0123456789ABCDEF';

const PURPOSE = { digits: 1, token: 2, nationalId: 3 } as const;
const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
const WORDS = /[\p{L}\p{M}]|(?!\d)\p{N}/u;
const ROUNDS = 10;
const MAX_HALF = 2 ** 48;

/** Replaces ASCII digits, keeping their number and whether the first is a zero. No text is replaced by itself. */
export function replaceDigits(key: ScrubKey, text: string): string {
  return replaced(text, { key, purpose: PURPOSE.digits }, (char, _, isFirst) => {
    if (char < '0' || char > '9') return '';
    return isFirst ? (char === '0' ? '0' : '123456789') : DIGITS;
  });
}

/** Replaces an integer as {@link replaceDigits} does, by one that JSON readers can hold exactly. */
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

/** Replaces an opaque identifier: each character by one of its kind; the rest stays. A UUID keeps its version and variant. */
export function replaceToken(key: ScrubKey, text: string): string {
  if (UUID.test(text)) return replacedUuid(key, text);
  const hex =
    text.length < 8 || !/\d/.test(text)
      ? ''
      : /^[\da-f_-]+$/.test(text)
        ? HEX
        : /^[\dA-F_-]+$/.test(text)
          ? CAPITAL_HEX
          : '';
  return replaced(text, { key, purpose: PURPOSE.token }, (char) => {
    if (hex.includes(char)) return hex;
    if (char >= '0' && char <= '9') return DIGITS;
    if (char >= 'a' && char <= 'z') return LETTERS;
    return char >= 'A' && char <= 'Z' ? CAPITALS : '';
  });
}

/** Replaces a Thai national id by another with the same first digit; `undefined` if `text` is not one. @see Specification, "Answer" */
export function replaceNationalId(key: ScrubKey, text: string): string | undefined {
  if (WORDS.test(text)) return undefined;
  const digits = text.replaceAll(/\D/g, '');
  if (!isNationalId(digits)) return undefined;
  const twelve = `${digits[0]}${replaced(digits.slice(1, 12), { key, purpose: PURPOSE.nationalId }, () => DIGITS)}`;
  const made = `${twelve}${nationalIdCheckDigit(twelve)}`;
  let at = 0;
  return text.replaceAll(/\d/g, () => made[at++] ?? '');
}

/** Letters have the case of the letter that was there; where there was a digit, that of the letter before it, or else of the first. */
function replacedUuid(key: ScrubKey, text: string): string {
  const made = replaced(text.toLowerCase(), { key, purpose: PURPOSE.token }, (char, at) =>
    char === '-' || at === 14 || at === 19 ? '' : HEX,
  );
  let isCapital = /^[^a-f]*[A-F]/.test(text);
  return Array.from(made, (char, index) => {
    const original = text.charAt(index);
    if (/[a-f]/i.test(original)) isCapital = original < 'a';
    return isCapital ? char.toUpperCase() : char;
  }).join('');
}

/** A character that is replaced, and those that may stand for it. */
interface Place {
  readonly at: number;
  readonly alphabet: string;
}

/**
 * Permutes all texts of one shape among themselves by a Feistel network over digits of mixed radix. No text is replaced by itself.
 * Texts too long to be counted are drawn. `alphabetOf` returns the characters that may stand for one; none if it stays.
 */
function replaced(
  text: string,
  { key, purpose }: { readonly key: ScrubKey; readonly purpose: number },
  alphabetOf: (char: string, at: number, isFirst: boolean) => string,
): string {
  const places: Place[] = [];
  let isFixed = true;
  for (let at = 0; at < text.length; at += 1) {
    const alphabet = alphabetOf(text.charAt(at), at, places.length === 0);
    if (alphabet === '') continue;
    places.push({ at, alphabet });
    if (alphabet.length > 1) isFixed = false;
  }
  if (isFixed) return text;
  const middle = places.length >> 1;
  const [left, right] = [places.slice(0, middle), places.slice(middle)];
  const [leftSize, rightSize] = [sizeOf(left), sizeOf(right)];
  const isCountable = leftSize <= MAX_HALF && rightSize <= MAX_HALF;
  for (let tweak = 0; ; tweak += 1) {
    // Texts of different shapes must not share their rounds.
    const shape = (tweak * 64 + (places.length % 64)) % 2 ** 47;
    let made: string;
    if (isCountable) {
      const mapped = key.rounds(purpose, shape);
      let [one, other] = [numberOf(left, text), numberOf(right, text)];
      for (let round = 0; round < ROUNDS; round += 1) {
        if (round % 2 === 0) other = (other + mapped(round, one)) % rightSize;
        else one = (one + mapped(round, other)) % leftSize;
      }
      made = written(right, other, written(left, one, text));
    } else {
      const draw = key.draws(`long ${tweak}`, text);
      const chars = Array.from({ length: text.length }, (_, at) => text.charAt(at));
      for (const { at, alphabet } of places) chars[at] = alphabet.charAt(draw(alphabet.length));
      made = chars.join('');
    }
    if (made !== text) return made;
  }
}

function sizeOf(places: readonly Place[]): number {
  return places.reduce((size, { alphabet }) => size * alphabet.length, 1);
}

/** Returns which of the texts of that shape a text is. */
function numberOf(places: readonly Place[], text: string): number {
  return places.reduce((number, { at, alphabet }) => number * alphabet.length + alphabet.indexOf(text.charAt(at)), 0);
}

function written(places: readonly Place[], number: number, text: string): string {
  let rest = number;
  let made = text;
  for (const { at, alphabet } of places.toReversed()) {
    made = made.slice(0, at) + alphabet.charAt(rest % alphabet.length) + made.slice(at + 1);
    rest = Math.floor(rest / alphabet.length);
  }
  return made;
}
