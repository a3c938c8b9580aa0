// Keys of maps, which have no path each: whether an object has one twice.

import { SEEN_KEYS, SEEN_KEY_COUNT } from './layout';
import { hashOf } from './text';

const MAX_SEEN: i32 = SEEN_KEY_COUNT / 2;
/** Of fewer keys, the table is cleared less often than at every hit. */
const FEW_SEEN: i32 = 2_048;

let seen: i32 = 0;
export let seenKeysLimited: bool = false;

export function resetSeenKeys(): void {
  seenKeysLimited = false;
  clear();
}

function clear(): void {
  if (seen) memory.fill(SEEN_KEYS, 0, <usize>SEEN_KEY_COUNT << 3);
  seen = 0;
}

/** To be called at the end of each hit: no object goes on. */
export function nextHitKeys(): void {
  if (seen > FEW_SEEN) clear();
}

/** Takes note of a key. @returns Whether the object of this number has it already. */
export function seeKey(object: u64, key: usize, length: i32): bool {
  const hash = hashOf(key, length, object * 0x9e3779b97f4a7c15) | 1;
  let index = <u32>(hash >> 8) & (SEEN_KEY_COUNT - 1);
  while (true) {
    const slot = SEEN_KEYS + (<usize>index << 3);
    const there = load<u64>(slot);
    if (there == hash) return true;
    if (!there) {
      if (seen == MAX_SEEN) {
        seenKeysLimited = true;
        return false;
      }
      seen += 1;
      store<u64>(slot, hash);
      return false;
    }
    index = (index + 1) & (SEEN_KEY_COUNT - 1);
  }
}
