// Strings: their end, what they say, their hash.

import { DECODED, SCRIPT_TABLE } from './layout';
import { all } from './vectors';

/** The first quote, backslash or control character at or behind `at`; what is behind the input is a control character. */
// @ts-ignore: decorator
@inline
export function stringStop(at: usize): usize {
  // Two vectors at once: most strings end there, and a branch less is one less to be guessed wrong.
  const mask = stops(at);
  return mask ? at + ctz(mask) : longStringStop(at + 32);
}

function longStringStop(start: usize): usize {
  let at = start;
  while (true) {
    const low = stops(at);
    const high = stops(at + 32);
    if (low | high) return low ? at + ctz(low) : at + 32 + ctz(high);
    at += 64;
  }
}

/** Which of 32 bytes may end a string: one bit for each quote, backslash and control character. */
// @ts-ignore: decorator
@inline
export function stops(at: usize): i32 {
  const low = v128.load(at);
  const high = v128.load(at, 16);
  const turned = all(0x02);
  const last = all(0x20);
  const backslash = all(0x5c);
  // With its second bit turned over, a quote follows the control characters, which stay among themselves.
  const a = v128.or(i8x16.le_u(v128.xor(low, turned), last), i8x16.eq(low, backslash));
  const b = v128.or(i8x16.le_u(v128.xor(high, turned), last), i8x16.eq(high, backslash));
  return i8x16.bitmask(a) | (i8x16.bitmask(b) << 16);
}

/** True if a backslash may stand before this byte, `u` apart. */
// @ts-ignore: decorator
@inline
export function isEscape(byte: u32): bool {
  return (
    byte == 0x6e || byte == 0x22 || byte == 0x2f || byte == 0x5c || byte == 0x74 || byte == 0x72 || byte == 0x62 || byte == 0x66
  );
}

// @ts-ignore: decorator
@inline
export function isHex(byte: u32): bool {
  return byte - 0x30 < 10 || (byte | 0x20) - 0x61 < 6;
}

export let decodedLength: i32 = 0;

/**
 * Writes what a string says to DECODED, as UTF-8 in which a lone surrogate has three bytes, up to `limit` bytes or a few more.
 * An escape or a character that is cut off at the end is left out.
 */
export function decode(at: usize, length: i32, limit: i32): void {
  const end = at + length;
  let to = DECODED;
  const full = DECODED + limit;
  while (at < end && to < full) {
    const bytes = v128.load(at);
    v128.store(to, bytes);
    const backslashes = i8x16.bitmask(i8x16.eq(bytes, all(0x5c)));
    const plain = min<usize>(backslashes ? ctz(backslashes) : 16, end - at);
    at += plain;
    to += plain;
    if (at == end) {
      for (; (load<u8>(at) & 0xc0) == 0x80; at -= 1) to -= 1;
      break;
    }
    if (!backslashes) continue;
    if (at + 2 > end) break;
    const escape: u32 = load<u8>(at, 1);
    if (escape != 0x75) {
      store<u8>(
        to,
        escape == 0x6e ? 0x0a : escape == 0x74 ? 0x09 : escape == 0x72 ? 0x0d : escape == 0x62 ? 0x08 : escape == 0x66 ? 0x0c : escape,
      );
      to += 1;
      at += 2;
      continue;
    }
    if (at + 6 > end) break;
    let point = unitAt(at + 2);
    at += 6;
    if ((point & 0xfc00) == 0xd800 && at + 6 <= end && load<u16>(at) == 0x755c) {
      const low = unitAt(at + 2);
      if ((low & 0xfc00) == 0xdc00) {
        point = 0x10000 + ((point - 0xd800) << 10) + (low - 0xdc00);
        at += 6;
      }
    }
    to = putPoint(to, point);
  }
  decodedLength = <i32>(to - DECODED);
}

/** Returns the value of four hexadecimal digits. */
// @ts-ignore: decorator
@inline
function unitAt(at: usize): u32 {
  const digits = load<u32>(at);
  // Letters have a bit that digits lack; their lower four bits count from 1.
  const values = bswap<u32>((digits & 0x0f0f0f0f) + ((digits >> 6) & 0x01010101) * 9);
  const pairs = (values | (values >> 4)) & 0x00ff00ff;
  return (pairs | (pairs >> 8)) & 0xffff;
}

function putPoint(to: usize, point: u32): usize {
  if (point < 0x80) {
    store<u8>(to, point);
    return to + 1;
  }
  if (point < 0x800) {
    store<u8>(to, 0xc0 | (point >> 6));
    store<u8>(to + 1, 0x80 | (point & 0x3f));
    return to + 2;
  }
  if (point < 0x10000) {
    store<u8>(to, 0xe0 | (point >> 12));
    store<u8>(to + 1, 0x80 | ((point >> 6) & 0x3f));
    store<u8>(to + 2, 0x80 | (point & 0x3f));
    return to + 3;
  }
  store<u8>(to, 0xf0 | (point >> 18));
  store<u8>(to + 1, 0x80 | ((point >> 12) & 0x3f));
  store<u8>(to + 2, 0x80 | ((point >> 6) & 0x3f));
  store<u8>(to + 3, 0x80 | (point & 0x3f));
  return to + 4;
}

/** Length of the longest beginning of at most `limit` bytes that ends with a whole character. */
export function wholeCharacters(at: usize, length: i32, limit: i32): i32 {
  if (length <= limit) return length;
  let cut = limit;
  while (cut > 0 && (load<u8>(at + cut) & 0xc0) == 0x80) cut -= 1;
  return cut;
}

/** Which of the first 64 bytes of a text are not ASCII, one bit for each. Reads up to 64 bytes. */
// @ts-ignore: decorator
@inline
export function nonAscii(at: usize, length: i32): u64 {
  const bits =
    <u64>i8x16.bitmask(v128.load(at)) |
    (<u64>i8x16.bitmask(v128.load(at, 16)) << 16) |
    (<u64>i8x16.bitmask(v128.load(at, 32)) << 32) |
    (<u64>i8x16.bitmask(v128.load(at, 48)) << 48);
  return length < 64 ? bits & ((1 << <u64>length) - 1) : bits;
}

/** Index of the script of a decoded text, 0 for ASCII: that of its first telling character within 64 bytes. */
export function scriptOf(start: usize, length: i32): u32 {
  const end = min(length, 64);
  let left = nonAscii(start, length);
  while (left) {
    const index = <i32>ctz(left);
    const at = start + index;
    const byte: u32 = load<u8>(at);
    const bytes = byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
    if (index + bytes > end) return 0;
    let script: u32;
    if (bytes == 2) script = load<u8>(SCRIPT_TABLE + (((byte & 0x1f) << 6) | (load<u8>(at, 1) & 0x3f)));
    else if (bytes == 3) {
      script = load<u8>(
        SCRIPT_TABLE + (((byte & 0xf) << 12) | ((load<u8>(at, 1) & 0x3f) << 6) | (load<u8>(at, 2) & 0x3f)),
      );
    } else {
      const plane: u32 = ((byte & 7) << 2) | ((load<u8>(at, 1) >> 4) & 3);
      const point: u32 = (plane << 16) | ((load<u8>(at, 1) & 0xf) << 12) | ((load<u8>(at, 2) & 0x3f) << 6);
      // Ideographs of the second and third plane; symbols tell nothing; the last script is that of all others.
      script = plane == 2 || plane == 3 ? HAN : point >= 0x1f000 && point < 0x1fb00 ? 0 : OTHER;
    }
    if (script) return script - 1;
    left &= index + bytes < 64 ? ~((<u64>1 << <u64>(index + bytes)) - 1) : 0;
  }
  return 0;
}

/** One more than the indices of two scripts, as in the table. */
export const HAN: u32 = 14;
export const OTHER: u32 = 15;

/** 64 bits that stand for some bytes. Reads up to 31 bytes beyond them. */
export function hashOf(at: usize, length: i32, seed: u64): u64 {
  let hash = (seed ^ <u64>length) * 0x9e3779b97f4a7c15;
  let left = length;
  while (left > 32) {
    hash = rotl(hash, 29) ^ (mixed(load<u64>(at), 0xff51afd7ed558ccd) + mixed(load<u64>(at, 8), 0x9fb21c651e98df25));
    hash *= 0xc4ceb9fe1a85ec53;
    at += 16;
    left -= 16;
  }
  // No branch for what is left: all 32 bytes are taken, those behind the end as zeros. Each eight are mixed without waiting for
  // the others.
  const mask = BYTE_MASKS + 32 - left;
  const low = v128.and(v128.load(at), v128.load(mask));
  const high = v128.and(v128.load(at, 16), v128.load(mask, 16));
  hash ^=
    mixed(i64x2.extract_lane(low, 0), 0xff51afd7ed558ccd) +
    mixed(i64x2.extract_lane(low, 1), 0x9fb21c651e98df25) +
    mixed(i64x2.extract_lane(high, 0), 0xc4ceb9fe1a85ec53) +
    mixed(i64x2.extract_lane(high, 1), 0xd6e8feb86659fd93);
  hash ^= hash >> 32;
  hash *= 0xd6e8feb86659fd93;
  return hash ^ (hash >> 32);
}

/** Mixes eight bytes: every bit of them into the lower half, then every bit of both halves upwards. */
// @ts-ignore: decorator
@inline
function mixed(bytes: u64, factor: u64): u64 {
  let mixed = bytes * factor;
  mixed ^= mixed >> 32;
  return mixed * factor;
}

/** 32 bytes of ones, then 32 of zeros. */
export const BYTE_MASKS: usize = memory.data<u64>([-1, -1, -1, -1, 0, 0, 0, 0], 16);

export function sameBytes(a: usize, b: usize, length: i32): bool {
  let left = length;
  while (left >= 16) {
    if (i8x16.bitmask(i8x16.eq(v128.load(a), v128.load(b))) != 0xffff) return false;
    a += 16;
    b += 16;
    left -= 16;
  }
  if (left == 0) return true;
  const mask = (1 << left) - 1;
  return (i8x16.bitmask(i8x16.eq(v128.load(a), v128.load(b))) & mask) == mask;
}
