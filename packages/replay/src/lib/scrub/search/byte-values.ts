import { ALPHA, DIGIT, TRAITS } from '../bytes/special-runs.ts';
import { isEnumLike, isTitle, mayBeginEnum } from '../vocabulary.ts';

/** Bytes of a text by which it is judged. */
const ENOUGH = 48;
/** No title is longer. */
const MAX_TITLE_LENGTH = 24;

/** What was found out about a text of ASCII. */
export interface JudgedBytes {
  /** Where it begins and ends without the spaces around it. */
  from: number;
  to: number;
  isSearchable: boolean;
  isStrong: boolean;
}

/**
 * Judges a text of ASCII as `isSearchable` and `isStrong` judge texts, without decoding it.
 *
 * @returns false where it is no plain ASCII, and nothing was judged.
 */
export function judgeBytes(bytes: Buffer, start: number, end: number, judged: JudgedBytes): boolean {
  let [from, to] = [start, end];
  while (from < to && bytes[from] === 0x20) from += 1;
  while (to > from && bytes[to - 1] === 0x20) to -= 1;
  const until = Math.min(to, from + ENOUGH);
  let [letters, digits, seenLetters, seenDigits] = [0, 0, 0, 0];
  let hasGap = false;
  for (let at = from; at < until; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte >= 0x7f || byte === 0x5c) return false;
    const traits = TRAITS[byte] ?? 0;
    if ((traits & ALPHA) !== 0) {
      letters += 1;
      seenLetters |= 1 << (byte & 31);
    } else if ((traits & DIGIT) !== 0) {
      digits += 1;
      seenDigits |= 1 << (byte & 15);
    } else if (byte === 0x20 || byte === 0x40) hasGap = true;
  }
  for (let at = until; at < to; at += 1) if ((bytes[at] ?? 0) >= 0x7f || bytes[at] === 0x5c) return false;
  judged.from = from;
  judged.to = to;
  judged.isSearchable =
    letters + digits >= 4 &&
    (letters > 0 || digits >= 5) &&
    bitsIn(seenLetters) + bitsIn(seenDigits) >= 3 &&
    !isPlain(bytes, from, until);
  judged.isStrong = digits >= 11 || (letters > 0 && digits >= 2 && letters + digits >= 9) || (letters >= 10 && hasGap);
  return true;
}

/** Whether it is made of words of closed lists, or a title. Nearly all texts begin with another word. */
function isPlain(bytes: Buffer, from: number, to: number): boolean {
  if (to - from <= MAX_TITLE_LENGTH && isTitle(bytes.toString('latin1', from, to))) return true;
  let first = from;
  while (first < to && ((TRAITS[bytes[first] ?? 0] ?? 0) & (ALPHA | DIGIT)) === 0) first += 1;
  let end = first;
  while (end < to && ((TRAITS[bytes[end] ?? 0] ?? 0) & (ALPHA | DIGIT)) !== 0) end += 1;
  return mayBeginEnum(bytes.toString('latin1', first, end)) && isEnumLike(bytes.toString('latin1', from, to));
}

function bitsIn(mask: number): number {
  let left = mask;
  let count = 0;
  while (left !== 0) {
    left &= left - 1;
    count += 1;
  }
  return count;
}
