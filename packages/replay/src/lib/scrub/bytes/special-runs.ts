import { MONTH_WORDS } from '../dates.ts';
import { classOf, LETTER, NONE, NUMERAL, readCharacter } from './code-points.ts';

/** Bits of what a byte of ASCII may be. */
export const DIGIT = 1;
export const ALPHA = 2;
export const HEX = 4;

/** What each byte may be. */
export const TRAITS: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) => {
  const char = String.fromCharCode(byte);
  if (/[0-9]/.test(char)) return DIGIT | HEX;
  if (/[A-Za-z]/.test(char)) return /[A-Fa-f]/.test(char) ? ALPHA | HEX : ALPHA;
  return 0;
});

/**
 * Finds the end of a UUID, a date or a number of which the digits stand apart, that begins at a byte; 0 where there is none. No
 * letter or digit stands before it.
 */
export function specialEnd(bytes: Uint8Array, at: number, to: number): number {
  const uuid = uuidEnd(bytes, at, to);
  if (uuid !== 0 || !isDigit(bytes[at])) return uuid;
  let end = at + 1;
  while (end < to && isDigit(bytes[end])) end += 1;
  // Most numbers end a text, or stand before a word.
  if (end === to) return 0;
  const named = namedDateEnd(bytes, at, end, to);
  if (named !== 0 || nextDigit(bytes, end, to) === -1) return named;
  return dateEnd(bytes, at, to) || idEnd(bytes, at, to) || groupedEnd(bytes, at, to) || spelledEnd(bytes, at, to);
}

const UUID_LENGTH = 36;

function uuidEnd(bytes: Uint8Array, from: number, to: number): number {
  const end = from + UUID_LENGTH;
  // Most words fail here.
  if (end > to || bytes[from + 8] !== 0x2d) return 0;
  for (let at = 0; at < UUID_LENGTH; at += 1) {
    const byte = bytes[from + at] ?? 0;
    const isHyphen = at === 8 || at === 13 || at === 18 || at === 23;
    if (isHyphen ? byte !== 0x2d : ((TRAITS[byte] ?? 0) & HEX) === 0) return 0;
  }
  return isLetterOrNumeral(bytes, end, to) ? 0 : end;
}

/** `2019-05-04`, `4/5/2019`: parts of one or two digits, and a year of four at either end. */
function dateEnd(bytes: Uint8Array, from: number, to: number): number {
  const first = digitsAt(bytes, from, to, 5);
  if (first !== 4 && first !== 1 && first !== 2) return 0;
  const mark = bytes[from + first];
  if (mark !== 0x2d && mark !== 0x2f && mark !== 0x2e) return 0;
  const middleAt = from + first + 1;
  const middle = digitsAt(bytes, middleAt, to, 3);
  if (middle < 1 || middle > 2 || bytes[middleAt + middle] !== mark) return 0;
  const lastAt = middleAt + middle + 1;
  const last = digitsAt(bytes, lastAt, to, 5);
  const fits = first === 4 ? last === 1 || last === 2 : last === 4;
  return fits ? lastAt + last : 0;
}

/** `15 June 1987` */
function namedDateEnd(bytes: Uint8Array, from: number, end: number, to: number): number {
  if (end - from > 2 || !isSpaceOrHyphen(bytes[end])) return 0;
  let word = end + 1;
  while (word < to && word - end < 11 && ((TRAITS[bytes[word] ?? 0] ?? 0) & ALPHA) !== 0) word += 1;
  if (word - end < 4 || !isSpaceOrHyphen(bytes[word]) || digitsAt(bytes, word + 1, to, 5) !== 4) return 0;
  return MONTH_WORDS.has(String.fromCharCode(...bytes.subarray(end + 1, word))) ? word + 5 : 0;
}

/** Thirteen digits, however they stand apart. */
function idEnd(bytes: Uint8Array, from: number, to: number): number {
  let at = from + 1;
  for (let digits = 1; digits < 13; digits += 1) {
    const next = nextDigit(bytes, at, to);
    if (next === -1) return 0;
    at = next + 1;
  }
  return at < to && isDigit(bytes[at]) ? 0 : at;
}

/** Nine to twelve digits, between which a space or a hyphen may stand; as many as there are. */
function groupedEnd(bytes: Uint8Array, from: number, to: number): number {
  let end = 0;
  let at = from + 1;
  for (let digits = 2; digits <= 12; digits += 1) {
    if (at < to && isSpaceOrHyphen(bytes[at])) at += 1;
    if (at >= to || !isDigit(bytes[at])) break;
    at += 1;
    if (digits >= 9 && !(at < to && isDigit(bytes[at]))) end = at;
  }
  return end;
}

/** Three to 41 groups of one or two digits. */
function spelledEnd(bytes: Uint8Array, from: number, to: number): number {
  let groups = 0;
  let end = from;
  for (let next = from; next !== -1 && groups < 41; next = nextDigit(bytes, end, to)) {
    const digits = digitsAt(bytes, next, to, 3);
    if (digits > 2) break;
    end = next + digits;
    groups += 1;
  }
  return groups >= 3 ? end : 0;
}

/** Where the next digit stands, if at most three characters that no word is made of stand before it; -1 where not. */
function nextDigit(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  for (let gap = 0; gap <= 3 && at < to; gap += 1) {
    const byte = bytes[at] ?? 0;
    if (isDigit(byte)) return at;
    if (byte < 0x80) {
      if (((TRAITS[byte] ?? 0) & ALPHA) !== 0) return -1;
      at += 1;
      continue;
    }
    const character = readCharacter(bytes, at, to);
    if (character === -1 || classOf(character >> 3) !== NONE) return -1;
    at += character & 7;
  }
  return -1;
}

function isSpaceOrHyphen(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x2d;
}

/** How many digits stand at a byte, counted up to a number. */
function digitsAt(bytes: Uint8Array, from: number, to: number, most: number): number {
  let count = 0;
  while (count < most && from + count < to && isDigit(bytes[from + count])) count += 1;
  return count;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

function isLetterOrNumeral(bytes: Uint8Array, at: number, to: number): boolean {
  if (at >= to) return false;
  const byte = bytes[at] ?? 0;
  if (byte < 0x80) return ((TRAITS[byte] ?? 0) & (DIGIT | ALPHA)) !== 0;
  const character = readCharacter(bytes, at, to);
  const kind = character === -1 ? 0 : classOf(character >> 3);
  return kind === LETTER || kind === NUMERAL;
}
