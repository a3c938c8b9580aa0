// Keys of maps, which have no path each: whether an object has one twice.

import { SEEN_KEYS, SEEN_KEY_COUNT } from './layout';
import { hashOf } from './text';

/** Of fewer keys, the table is cleared less often than at every hit. */
const FEW_SEEN: i32 = 256;
/** Few slots at first keep them in the nearest cache for the many hits that need few. */
const FEW_SLOTS: u32 = 1_024;
/** Most keys of one hit. */
const MAX_SEEN: i32 = SEEN_KEY_COUNT / 2 - FEW_SEEN;

let mask: u32 = FEW_SLOTS - 1;
let seen: i32 = 0;
/** Of them, those of earlier hits. */
let seenBefore: i32 = 0;
export let seenKeysLimited: bool = false;

export function resetSeenKeys(): void {
  seenKeysLimited = false;
  clear();
}

function clear(): void {
  if (seen) memory.fill(SEEN_KEYS, 0, (<usize>mask + 1) << 3);
  seen = 0;
  mask = FEW_SLOTS - 1;
  seenBefore = 0;
}

/** To be called at the end of each hit: no object goes on. */
export function nextHitKeys(): void {
  if (seen > FEW_SEEN) clear();
  seenBefore = seen;
}

/** Takes note of a key. @returns Whether the object of this number has it already. */
export function seeKey(object: u64, key: usize, length: i32): bool {
  const hash = hashOf(key, length, object * 0x9e3779b97f4a7c15) | 1;
  let index = slotOf(hash);
  while (true) {
    const slot = SEEN_KEYS + (<usize>index << 3);
    const there = load<u64>(slot);
    if (there == hash) return true;
    if (!there) {
      if (seen - seenBefore == MAX_SEEN) {
        seenKeysLimited = true;
        return false;
      }
      seen += 1;
      store<u64>(slot, hash);
      if (<u32>seen * 2 > mask && mask < <u32>SEEN_KEY_COUNT - 1) grow();
      return false;
    }
    index = (index + 1) & mask;
  }
}

// @ts-ignore: decorator
@inline
function slotOf(hash: u64): u32 {
  return <u32>(hash >> 8) & mask;
}

/** Makes four times the room. */
function grow(): void {
  const end = SEEN_KEYS + ((<usize>mask + 1) << 3);
  let moved: usize = SEEN_KEYS + (<usize>SEEN_KEY_COUNT << 3);
  for (let from = SEEN_KEYS; from < end; from += 8) {
    const hash = load<u64>(from);
    store<u64>(moved, hash);
    if (hash) moved += 8;
  }
  memory.fill(SEEN_KEYS, 0, end - SEEN_KEYS);
  mask = ((mask + 1) << 2) - 1;
  for (let from: usize = SEEN_KEYS + (<usize>SEEN_KEY_COUNT << 3); from < moved; from += 8) {
    const hash = load<u64>(from);
    let index = slotOf(hash);
    while (load<u64>(SEEN_KEYS + (<usize>index << 3))) index = (index + 1) & mask;
    store<u64>(SEEN_KEYS + (<usize>index << 3), hash);
  }
}
