import { classOf, LETTER, NUMERAL, readCharacter } from './code-points.ts';

/** Bits of what a byte of ASCII may be. */
export const DIGIT = 1;
export const ALPHA = 2;
export const HEX = 4;
/** Stands between the parts of a date or a number. */
export const JOINT = 8;

/** What each byte may be. */
export const TRAITS: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) => {
  const char = String.fromCharCode(byte);
  if (/[0-9]/.test(char)) return DIGIT | HEX;
  if (/[A-Za-z]/.test(char)) return /[A-Fa-f]/.test(char) ? ALPHA | HEX : ALPHA;
  return '-/. '.includes(char) ? JOINT : 0;
});

/**
 * Finds the end of a UUID, a date or a number of 13 digits in groups that begins at a byte; 0 where there is none. No letter or digit
 * stands before it.
 */
export function specialEnd(bytes: Uint8Array, at: number, to: number): number {
  const uuid = uuidEnd(bytes, at, to);
  if (uuid !== 0 || !isDigit(bytes[at])) return uuid;
  const date = dateEnd(bytes, at, to);
  return date === 0 ? groupedEnd(bytes, at, to) : date;
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

/** Thirteen digits, between which a space or a hyphen may stand. */
function groupedEnd(bytes: Uint8Array, from: number, to: number): number {
  let at = from + 1;
  for (let digits = 1; digits < 13; digits += 1) {
    const byte = bytes[at];
    if (at < to && (byte === 0x20 || byte === 0x2d)) at += 1;
    if (at >= to || !isDigit(bytes[at])) return 0;
    at += 1;
  }
  return at < to && isDigit(bytes[at]) ? 0 : at;
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
