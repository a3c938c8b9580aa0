import { readSync } from 'node:fs';

import { readRange } from './read-range.ts';
import { stablePrefix } from './stable-prefix.ts';

/** The bytes between two hits, as they were seen at the beginning of an array. */
export interface Seam {
  /** Last byte of a hit, what is between hits, and the bytes that hits begin with. */
  readonly bytes: Uint8Array;
  /** Number of bytes before the first value of a hit, which other hits may not share. */
  readonly sure: number;
  readonly comma: number;
}

const MAX_PREFIX_BYTES = 96;
/** Bytes of an object with a first key. All else is found in too many places. */
const MIN_PREFIX_BYTES = 4;
const COMMA = 0x2c;
const CLOSING_BRACE = 0x7d;
/** Bytes that are looked through at once. */
const BLOCK_BYTES = 256 * 1_024;

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
  const { whole, before } = stablePrefix(model.subarray(0, common));
  const bytes = readRange(file, end - 1, 1 + gap + whole);
  if (before < MIN_PREFIX_BYTES || bytes[0] !== CLOSING_BRACE) return undefined;
  return { bytes, sure: 1 + gap + before, comma: bytes.indexOf(COMMA) };
}

function endOf(hit: { readonly offset: number; readonly bytes: number } | undefined): number {
  return hit ? hit.offset + hit.bytes : 0;
}

/** Offset of a comma between hits behind `from` and before `to`, one of the first, as far as one can tell from the seam. */
export function findSeam(
  file: number,
  seam: Seam,
  range: { readonly from: number; readonly to: number },
): number | undefined {
  const { bytes, sure, comma } = seam;
  const block = Buffer.allocUnsafe(BLOCK_BYTES + bytes.length);
  for (let at = Math.max(range.from - comma, 0); at < range.to; at += BLOCK_BYTES) {
    const count = readSync(file, block, 0, block.length, at);
    const view = block.subarray(0, count);
    // The more bytes there are, the surer it is that it is a hit that begins there.
    const whole = view.indexOf(bytes);
    const found = whole >= 0 ? whole : view.indexOf(bytes.subarray(0, sure));
    if (found >= 0) return at + found + comma;
    if (count < BLOCK_BYTES) return undefined;
  }
  return undefined;
}
