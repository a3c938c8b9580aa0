import { readRange } from './read-range.ts';

/** What stands where one hit ends and the next begins, as it was seen at the beginning of an array. */
export interface Seam {
  /** Last byte of a hit, what is between hits, and the bytes that all hits begin with. */
  readonly bytes: Uint8Array;
  /** Where in it the comma is. */
  readonly comma: number;
}

const MAX_PREFIX_BYTES = 96;
const COMMA = 0x2c;
const CLOSING_BRACE = 0x7d;

/**
 * Learns how hits begin from the first ones of an array, by offset and length.
 *
 * @returns `undefined` if they have too little in common to be found again.
 */
export function learnSeam(
  file: number,
  hits: readonly { readonly offset: number; readonly bytes: number }[],
): Seam | undefined {
  const [first, second] = hits;
  if (!first || !second) return undefined;
  const end = first.offset + first.bytes;
  const gap = second.offset - end;
  if (gap > MAX_PREFIX_BYTES || hits.some((hit, index) => index > 0 && hit.offset - endOf(hits[index - 1]) !== gap)) {
    return undefined;
  }
  const beginnings = hits.map(({ offset, bytes }) => readRange(file, offset, Math.min(bytes, MAX_PREFIX_BYTES)));
  const [model = new Uint8Array()] = beginnings;
  let common = 0;
  while (common < model.length && beginnings.every((each) => each[common] === model[common])) common += 1;
  const bytes = readRange(file, end - 1, 1 + gap + common);
  // Objects with a first key: all else is found in too many places.
  if (common < 4 || bytes[0] !== CLOSING_BRACE) return undefined;
  return { bytes, comma: bytes.indexOf(COMMA) };
}

function endOf(hit: { readonly offset: number; readonly bytes: number } | undefined): number {
  return hit ? hit.offset + hit.bytes : 0;
}

/** Offset of the first comma between hits at or behind `from` and before `to`, as far as one can tell from the seam. */
export function findSeam(
  file: number,
  seam: Seam,
  range: { readonly from: number; readonly to: number },
): number | undefined {
  const { bytes, comma } = seam;
  const step = 1_024 * 1_024;
  for (let at = Math.max(range.from - comma, 0); at < range.to; at += step) {
    const block = readRange(file, at, step + bytes.length);
    const view = Buffer.from(block.buffer, block.byteOffset, block.length);
    const found = view.indexOf(bytes);
    if (found >= 0) return at + found + comma;
    if (block.length < step) return undefined;
  }
  return undefined;
}
