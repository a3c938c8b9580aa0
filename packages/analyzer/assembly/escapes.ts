// Strings with escapes, checked 64 bytes at a time, with one bit for each byte.

import { stringStop } from './text';
import { all } from './vectors';

// Classes of bytes: those that may follow a backslash, and hexadecimal digits. A byte belongs to the classes that both its
// upper and its lower four bits have.
const UPPER: usize = memory.data<u8>([0, 0, 0x01, 0x10, 0x20, 0x02, 0x44, 0x08, 0, 0, 0, 0, 0, 0, 0, 0], 16);
const LOWER: usize = memory.data<u8>([0x10, 0x70, 0x7d, 0x70, 0x78, 0x78, 0x74, 0x10, 0x10, 0x10, 0, 0, 0x02, 0, 0x04, 0x01], 16);
const ESCAPE: usize = 0x0f;
const DIGIT: usize = 0x70;

const MAX_ESCAPE_BYTES: i32 = 6;
const ODD_BITS: u64 = 0xaaaa_aaaa_aaaa_aaaa;

/**
 * Follows a string from an escape in it.
 *
 * @returns Address of the first quote or control character that is not escaped; of a byte before it, if an escape is not valid or is cut off.
 */
export function escapedEnd(start: usize): usize {
  let at = start;
  while (true) {
    const a = v128.load(at);
    const b = v128.load(at, 16);
    const c = v128.load(at, 32);
    const d = v128.load(at, 48);
    const backslashes = equal(a, b, c, d, 0x5c);
    if (!backslashes) {
      at = stringStop(at);
      if (load<u8>(at) == 0x5c) continue;
      return at;
    }
    // Of a series of backslashes, every other one escapes the next byte: a sum carries through each series.
    const series = (((backslashes << 1) | ODD_BITS) - backslashes) ^ ODD_BITS;
    const escaped = series ^ backslashes;
    let escapes = series & backslashes;
    const stops = (equal(a, b, c, d, 0x22) & ~escaped) | controls(a, b, c, d);
    let next: usize = 64;
    if (stops) escapes &= (stops & -stops) - 1;
    else {
      // The last escape may go on behind the block: the next block starts with it.
      const last = 63 - <i32>clz(escapes);
      if (last > 64 - MAX_ESCAPE_BYTES) {
        escapes ^= <u64>1 << last;
        next = last;
      }
    }
    const codes = escapes << 1;
    const units = codes & equal(a, b, c, d, 0x75);
    const digits = (units << 1) | (units << 2) | (units << 3) | (units << 4);
    if ((codes & ~inClass(a, b, c, d, ESCAPE)) | (digits & ~inClass(a, b, c, d, DIGIT))) return at;
    if (stops) return at + <usize>ctz(stops);
    at += next;
  }
}

// @ts-ignore: decorator
@inline
function bits(a: v128, b: v128, c: v128, d: v128): u64 {
  return (
    (<u64>i8x16.bitmask(a)) |
    (<u64>i8x16.bitmask(b) << 16) |
    (<u64>i8x16.bitmask(c) << 32) |
    (<u64>i8x16.bitmask(d) << 48)
  );
}

// @ts-ignore: decorator
@inline
function equal(a: v128, b: v128, c: v128, d: v128, byte: usize): u64 {
  const bytes = all(byte);
  return bits(i8x16.eq(a, bytes), i8x16.eq(b, bytes), i8x16.eq(c, bytes), i8x16.eq(d, bytes));
}

// @ts-ignore: decorator
@inline
function controls(a: v128, b: v128, c: v128, d: v128): u64 {
  const last = all(0x1f);
  return bits(i8x16.le_u(a, last), i8x16.le_u(b, last), i8x16.le_u(c, last), i8x16.le_u(d, last));
}

// @ts-ignore: decorator
@inline
function inClass(a: v128, b: v128, c: v128, d: v128, classes: usize): u64 {
  return bits(hasClass(a, classes), hasClass(b, classes), hasClass(c, classes), hasClass(d, classes));
}

// @ts-ignore: decorator
@inline
function hasClass(bytes: v128, classes: usize): v128 {
  const four = all(0x0f);
  const upper = i8x16.swizzle(v128.load(UPPER), v128.and(i16x8.shr_u(bytes, 4), four));
  const lower = i8x16.swizzle(v128.load(LOWER), v128.and(bytes, four));
  return i8x16.gt_s(v128.and(v128.and(upper, lower), all(classes)), i8x16.splat(0));
}
