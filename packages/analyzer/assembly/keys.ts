// Keys of objects within hits, and the paths under them.

import { LAST, NODE, SERIAL } from './frames';
import { increment, takeBack } from './hits';
import { DECODED, KNOWN_KEYS, KNOWN_KEY_BITS } from './layout';
import { DUPLICATE_KEYS, FLAGS, KEY_LENGTH, KEY_START, LAST_OBJECT, MAP, OVERFLOW, PARENT, under } from './path';
import { seeKey } from './seen-keys';
import { BYTE_MASKS, decode, decodedLength, stops } from './text';

/** Bytes of a key with escapes that are decoded. Longer ones have no path of their own, whatever they say. */
const MAX_DECODED_BYTES: i32 = 4_096;
/** Keys of fewer bytes are compared by two vectors. */
const SHORT_KEY_BYTES: i32 = 32;

/**
 * Takes the key at `at` if it is short and its container had it before: two vectors then find its end and its path.
 *
 * @returns Address of the quote that ends it; 0 if it is another key.
 */
// @ts-ignore: decorator
@inline
export function takeKnownKey(frame: usize, at: usize): usize {
  const content = at + 1;
  const ends = stops(content);
  if (!ends) return 0;
  const length = ctz(ends);
  const node: usize = load<u32>(frame + NODE);
  if (load<u32>(node + FLAGS) & MAP) return 0;
  const mask = BYTE_MASKS + 32 - length;
  const low = v128.and(v128.load(content), v128.load(mask));
  const high = v128.and(v128.load(content, 16), v128.load(mask, 16));
  const path: usize = load<u32>(knownSlot(node, low, high));
  if (load<u32>(path + PARENT) != <u32>node) return 0;
  if (load<i32>(path + KEY_LENGTH) != length) return 0;
  const same = v128.and(i8x16.eq(low, v128.load(path + KEY_START)), i8x16.eq(high, v128.load(path + KEY_START, 16)));
  if (i8x16.bitmask(same) != 0xffff) return 0;
  if (load<u8>(content + length) != 0x22) return 0;
  noteKey(frame, path);
  return content + length;
}

/** Takes any other key, whose end is known. */
export function takeKey(frame: usize, content: usize, length: i32, escaped: bool): void {
  if (escaped && length > MAX_DECODED_BYTES) length = MAX_DECODED_BYTES;
  else if (escaped) {
    decode(content, length, length);
    content = DECODED;
    length = decodedLength;
  }
  const node: usize = load<u32>(frame + NODE);
  const object = load<u64>(frame + SERIAL);
  const path = under(node, content, length, object);
  if (path == OVERFLOW) {
    store<u32>(frame + LAST, <u32>path);
  } else if (load<u32>(node + FLAGS) & MAP) {
    if (seeKey(object, content, length)) increment(path + DUPLICATE_KEYS);
    store<u32>(frame + LAST, <u32>path);
  } else {
    noteKey(frame, path);
    if (length < SHORT_KEY_BYTES) learnKey(node, path);
  }
}

/** Takes note of a key's path, and whether the object had it before. */
// @ts-ignore: decorator
@inline
function noteKey(frame: usize, path: usize): void {
  const object = load<u64>(frame + SERIAL);
  if (load<u64>(path + LAST_OBJECT) == object) {
    increment(path + DUPLICATE_KEYS);
    takeBack(path);
  }
  store<u64>(path + LAST_OBJECT, object);
  store<u32>(frame + LAST, <u32>path);
}

/** Lets the next key like that of a path be found at once. */
function learnKey(node: usize, path: usize): void {
  store<u32>(knownSlot(node, v128.load(path + KEY_START), v128.load(path + KEY_START, 16)), <u32>path);
}

/** The one slot that a short key under a path may have. What it holds is compared: a path may have been given up meanwhile. */
// @ts-ignore: decorator
@inline
function knownSlot(node: usize, low: v128, high: v128): usize {
  const mixed = v128.xor(low, i64x2.shl(high, 1));
  const hash =
    (<u64>i64x2.extract_lane(mixed, 0) * 0x9e3779b97f4a7c15) ^
    (<u64>i64x2.extract_lane(mixed, 1) * 0xff51afd7ed558ccd) ^
    (<u64>node * 0xc4ceb9fe1a85ec53);
  return KNOWN_KEYS + <usize>(hash >> (64 - KNOWN_KEY_BITS)) * 4;
}
