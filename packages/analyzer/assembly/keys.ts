// Keys of objects within hits, and the paths under them.

import { LAST, NODE, SERIAL } from './frames';
import { increment } from './hits';
import { DECODED } from './layout';
import {
  DUPLICATE_KEYS,
  FIRST,
  FLAGS,
  FOLLOWER,
  KEY_LENGTH,
  KEY_MASK,
  KEY_START,
  LAST_OBJECT,
  MAP,
  OVERFLOW,
  under,
} from './path';
import { seeKey } from './seen-keys';
import { decode, decodedLength } from './text';

/** Bytes of a key with escapes that are decoded. Longer ones have no path of their own, whatever they say. */
const MAX_DECODED_BYTES: i32 = 4_096;

/**
 * Takes the key at `at` if it is the one that came there in the object before, as objects of a kind have the same keys in
 * the same order: one comparison then finds its end and its path.
 *
 * @returns Address of the quote that ends it; 0 if it is another key.
 */
// @ts-ignore: decorator
@inline
export function takeExpectedKey(frame: usize, at: usize): usize {
  const path = expectedPath(frame);
  const mask = path ? load<i32>(path + KEY_MASK) : 0;
  if (!mask || (i8x16.bitmask(i8x16.eq(v128.load(at + 1), v128.load(path + KEY_START))) & mask) != mask) return 0;
  noteKey(frame, path);
  return at + 1 + load<u32>(path + KEY_LENGTH);
}

// @ts-ignore: decorator
@inline
function expectedPath(frame: usize): usize {
  const previous: usize = load<u32>(frame + LAST);
  const node: usize = load<u32>(frame + NODE);
  return load<u32>(previous ? previous + FOLLOWER : node + FIRST);
}

/** Takes any other key, whose end is known. */
export function takeKey(frame: usize, content: usize, length: i32, escaped: bool): void {
  if (escaped && length > MAX_DECODED_BYTES) length = MAX_DECODED_BYTES;
  else if (escaped) {
    decode(content, length, length);
    content = DECODED;
    length = decodedLength;
  }
  noteOtherKey(frame, content, length, !escaped);
}

/** Takes a key that is longer than what is kept of one. */
export function takeLongKey(frame: usize, content: usize, length: i32): void {
  noteOtherKey(frame, content, length, false);
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

/** Takes note of the path of a key that was not the one to be expected; next time it is. */
function noteOtherKey(frame: usize, content: usize, length: i32, asWritten: bool): void {
  const node: usize = load<u32>(frame + NODE);
  const object = load<u64>(frame + SERIAL);
  const path = under(node, content, length, asWritten, object);
  const previous: usize = load<u32>(frame + LAST);
  if (path == OVERFLOW) {
    store<u32>(frame + LAST, <u32>path);
    return;
  }
  if (load<u32>(node + FLAGS) & MAP) {
    if (seeKey(object, content, length)) increment(path + DUPLICATE_KEYS);
    store<u32>(frame + LAST, <u32>path);
    return;
  }
  noteKey(frame, path);
  // The overflow is shared by all containers: what follows it in one says nothing of another.
  if (previous != OVERFLOW) store<u32>(previous ? previous + FOLLOWER : node + FIRST, <u32>path);
}
