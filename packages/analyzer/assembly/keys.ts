// Keys of objects within hits, and the paths under them.

import { LAST, NODE, SERIAL } from './frames';
import { increment } from './hits';
import { DECODED, KNOWN_KEYS, KNOWN_KEY_COUNT } from './layout';
import { DUPLICATE_KEYS, FLAGS, KEY, KEY_LENGTH, KEY_START, LAST_OBJECT, MAP, OVERFLOW, PARENT, under } from './path';
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
  const ends = stops(v128.load(content)) | (stops(v128.load(content, 16)) << 16);
  const length = ctz(ends);
  if (!ends || load<u8>(content + length) != 0x22) return 0;
  const node: usize = load<u32>(frame + NODE);
  const path: usize = load<u32>(knownSlot(node, content, length));
  if (load<u32>(path + PARENT) != <u32>node || load<i32>(path + KEY_LENGTH) != length) return 0;
  const low = v128.xor(firstBytes(content, length), v128.load(path + KEY_START));
  const high = v128.xor(secondBytes(content, length), v128.load(path + KEY_START, 16));
  if (v128.any_true(v128.or(low, high))) return 0;
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
  if (load<u64>(path + LAST_OBJECT) == object) increment(path + DUPLICATE_KEYS);
  store<u64>(path + LAST_OBJECT, object);
  store<u32>(frame + LAST, <u32>path);
}

/** Lets the next key like that of a path be found at once. */
function learnKey(node: usize, path: usize): void {
  const slot = knownSlot(node, load<u32>(path + KEY), load<i32>(path + KEY_LENGTH));
  store<u32>(slot, <u32>path);
}

/**
 * The one slot that a short key under a path may have, by its first and last eight bytes. What it holds is compared: a path may
 * have been given up meanwhile. Reads up to eight bytes before the key.
 */
// @ts-ignore: decorator
@inline
function knownSlot(node: usize, key: usize, length: i32): usize {
  const isLong = length >= 8;
  const last = load<u64>(key + length - 8) >> (isLong ? 0 : 64 - (<u64>length << 3));
  const first = isLong ? load<u64>(key) : 0;
  const hash = (last * 0x9e3779b97f4a7c15) ^ (first * 0xff51afd7ed558ccd) ^ (<u64>node << 37);
  return KNOWN_KEYS + <usize>((hash >> 40) & (KNOWN_KEY_COUNT - 1)) * 4;
}

// @ts-ignore: decorator
@inline
function firstBytes(at: usize, length: i32): v128 {
  return v128.and(v128.load(at), v128.load(BYTE_MASKS + 32 - length));
}

// @ts-ignore: decorator
@inline
function secondBytes(at: usize, length: i32): v128 {
  return v128.and(v128.load(at, 16), v128.load(BYTE_MASKS + 32 - length, 16));
}
