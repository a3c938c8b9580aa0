// The paths of the hits of an array, interned as they are met, and what is counted at each.

import {
  MAX_PATHS,
  PATHS,
  PATH_BYTES,
  PATH_KEYS,
  PATH_SLOTS,
  PATH_SLOT_COUNT,
} from './layout';
import { hashOf, sameBytes } from './text';

export const PARENT: usize = 0; // u32
export const KEY: usize = 4; // u32: address of the decoded key
export const KEY_LENGTH: usize = 8; // u32
export const FLAGS: usize = 12; // u32
export const ELEMENT: usize = 16; // u32: path of the elements, once met
export const FOLLOWER: usize = 20; // u32: path that came next in the container, last time
export const FIRST: usize = 24; // u32: path that came first in this container, last time
export const SLOT: usize = 28; // u32: address of its slot
export const KEY_START: usize = 32; // v128: key and closing quote, if they fit
export const KEY_MASK: usize = 48; // u32: which of those bytes count; 0 if the key cannot be compared as written
export const LAST_VALUE: usize = 52; // u32: entry of the value seen last
export const VALUE_COUNT: usize = 56; // u32
export const TALLY_COUNT: usize = 60; // u32
export const LAST_OBJECT: usize = 64; // u64: number of the object that had the key last
export const NULLS: usize = 72; // u64, as all that follow
export const TRUES: usize = 80;
export const FALSES: usize = 88;
export const NUMBERS: usize = 96;
export const INTEGERS: usize = 104;
export const STRINGS: usize = 112;
export const EMPTY_STRINGS: usize = 120;
export const OBJECTS: usize = 128;
export const ARRAYS: usize = 136;
export const BYTES: usize = 144;
export const MAX_BYTES: usize = 152;
export const ELEMENTS: usize = 160;
export const MAX_ELEMENTS: usize = 168;
export const EMPTY_ARRAYS: usize = 176;
export const DUPLICATE_KEYS: usize = 184;
export const REPEATS: usize = 192;
export const OTHER_TALLIES: usize = 200;
export const SCRIPTS: usize = 208; // one u64 for each but ASCII, which is what remains

// Flags: what is measured, as the host passes it. VALUES goes once there are too many.
export const LABEL: u32 = 1;
export const IDENTITY: u32 = 2;
export const REPEATED: u32 = 4;
export const YEAR: u32 = 8;
export const DOMAIN: u32 = 16;
export const VALUES: u32 = 32;
export const ALIASES: u32 = 128;
export const MEDIA: u32 = 256;
export const SCRIPTED: u32 = 512;
export const SCORE: u32 = 1024;

/** Stands for the array of hits itself; its elements are the root. */
export const HITS_ARRAY: usize = PATHS;
export const ROOT: usize = PATHS + PATH_BYTES;
/** Where values go whose path could not be told apart. */
export const OVERFLOW: usize = PATHS + PATH_BYTES * 2;
const FIRST_INTERNED: usize = PATHS + PATH_BYTES * 3;

let nextPath: usize = FIRST_INTERNED;
let nextKey: usize = PATH_KEYS;
export let pathsLimited: bool = false;

/** Asks the host what is measured at a path that was met for the first time: container, address and length of the key or -1. */
@external("host", "measuresOf")
declare function measuresOf(parent: usize, path: usize, key: usize, length: i32): u32;

export function resetPaths(): void {
  for (let path = FIRST_INTERNED; path < nextPath; path += PATH_BYTES) {
    const slot = load<u32>(path + SLOT);
    if (slot) store<u32>(slot, 0);
  }
  memory.fill(PATHS, 0, nextPath - PATHS);
  nextPath = FIRST_INTERNED;
  nextKey = PATH_KEYS;
  pathsLimited = false;
  store<u32>(HITS_ARRAY + ELEMENT, <u32>ROOT);
  store<u32>(ROOT + FLAGS, measuresOf(0, ROOT, 0, -1));
  store<u32>(OVERFLOW + ELEMENT, <u32>OVERFLOW);
}

/** One past the last path. */
export function pathsEnd(): usize {
  return nextPath;
}

function overflowed(): usize {
  pathsLimited = true;
  return OVERFLOW;
}

function create(parent: usize): usize {
  const path = nextPath;
  nextPath += PATH_BYTES;
  store<u32>(path + PARENT, <u32>parent);
  return path;
}

/** The path of the elements of the arrays at `path`. */
export function elementOf(path: usize): usize {
  const known: usize = load<u32>(path + ELEMENT);
  if (known) return known;
  if (nextPath == FIRST_INTERNED + PATH_BYTES * (MAX_PATHS - 1)) return overflowed();
  const element = create(path);
  store<u32>(path + ELEMENT, <u32>element);
  store<u32>(element + FLAGS, measuresOf(path, element, 0, -1));
  return element;
}

/**
 * The path of the value under a key.
 *
 * @param asWritten Whether the decoded key is also what stands in the document.
 */
export function under(parent: usize, key: usize, length: i32, asWritten: bool): usize {
  if (parent == OVERFLOW || length > 256) return overflowed();
  const hash = <u32>hashOf(key, length, parent);
  let index = hash & (PATH_SLOT_COUNT - 1);
  let slot: usize;
  while (true) {
    slot = PATH_SLOTS + (<usize>index << 2);
    const path: usize = load<u32>(slot);
    if (!path) break;
    if (
      load<u32>(path + PARENT) == <u32>parent &&
      load<u32>(path + KEY_LENGTH) == length &&
      sameBytes(load<u32>(path + KEY), key, length)
    ) {
      if (asWritten) compareAsWritten(path);
      return path;
    }
    index = (index + 1) & (PATH_SLOT_COUNT - 1);
  }
  if (nextPath == FIRST_INTERNED + PATH_BYTES * (MAX_PATHS - 1)) return overflowed();
  const path = create(parent);
  store<u32>(slot, <u32>path);
  store<u32>(path + SLOT, <u32>slot);
  store<u32>(path + KEY, <u32>nextKey);
  store<u32>(path + KEY_LENGTH, length);
  memory.copy(nextKey, key, length);
  store<u8>(nextKey + length, 0x22);
  nextKey += length + 17;
  store<u32>(path + FLAGS, measuresOf(parent, path, load<u32>(path + KEY), length));
  if (asWritten) compareAsWritten(path);
  return path;
}

/** Lets the next key be compared with this one as it stands in the document, without looking for its end. */
function compareAsWritten(path: usize): void {
  const length: i32 = load<u32>(path + KEY_LENGTH);
  if (length > 15) return;
  v128.store(path + KEY_START, v128.load(load<u32>(path + KEY)));
  store<u32>(path + KEY_MASK, (1 << (length + 1)) - 1);
}
