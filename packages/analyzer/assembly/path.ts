// The paths of the hits of an array, interned as they are met, and what is counted at each.

import {
  MAX_PATHS,
  PATHS,
  PATH_BYTES,
  PATH_KEYS,
  PATH_KEY_BYTES,
  PATH_SLOTS,
  PATH_SLOT_COUNT,
} from './layout';
import { seeKey } from './seen-keys';
import { hashOf, sameBytes } from './text';

export const PARENT: usize = 0; // u32; 0 if the path was given up
export const KEY: usize = 4; // u32: address of the decoded key
export const KEY_LENGTH: usize = 8; // i32; less than 0 for elements of an array and members of a map
export const FLAGS: usize = 12; // u32
export const ELEMENT: usize = 16; // u32: path of the elements, once met
export const LAST_VALUE: usize = 20; // u32: entry of the value seen last
export const VALUE_COUNT: usize = 24; // u32
export const TALLY_COUNT: usize = 28; // u32
export const KEY_START: usize = 32; // 32 bytes: the key, if it is shorter, and zeros
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
const MEMBER: usize = 320; // u32: path of all members of a map, once met
const MEMBERS: usize = 324; // u32: how many members have paths
const FIRST_MEMBER: usize = 328; // u32
const NEXT_MEMBER: usize = 332; // u32: of the same container

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
export const STORY: u32 = 8_192;
/** All members count for one path. */
export const MAP: u32 = 2_048;
/** Something is measured here or further in: members keep their paths. */
export const PINNED: u32 = 4_096;

/** Stands for the array of hits itself; its elements are the root. */
export const HITS_ARRAY: usize = PATHS;
const ROOT: usize = PATHS + PATH_BYTES;
/** Where values go whose path could not be told apart. */
export const OVERFLOW: usize = PATHS + PATH_BYTES * 2;
const FIRST_INTERNED: usize = PATHS + PATH_BYTES * 3;
const PATHS_END: usize = FIRST_INTERNED + PATH_BYTES * (MAX_PATHS - 1);
/** Lengths that stand for no key: of elements of an array, and of members of a map. */
const ELEMENT_KEY: i32 = -1;
const MEMBER_KEY: i32 = -2;
/** An object with more keys than this is a map. */
const MAX_MEMBERS: u32 = 128;
const MAX_KEY_BYTES: i32 = 256;

let nextPath: usize = FIRST_INTERNED;
/** Paths that were given up, linked by NEXT_MEMBER. */
let freePath: usize = 0;
let slotsTaken: i32 = 0;
export let pathsLimited: bool = false;
/** Asks the host what is measured at a path that was met for the first time: container, address and length of the key or less than 0. */
@external("host", "measuresOf")
declare function measuresOf(parent: usize, path: usize, key: usize, length: i32): u32;

export function resetPaths(): void {
  clearSlots();
  memory.fill(PATHS, 0, nextPath - PATHS);
  nextPath = FIRST_INTERNED;
  freePath = 0;
  slotsTaken = 0;
  pathsLimited = false;
  store<u32>(HITS_ARRAY + ELEMENT, <u32>ROOT);
  store<u32>(ROOT + FLAGS, measuresOf(0, ROOT, 0, ELEMENT_KEY));
  store<u32>(OVERFLOW + ELEMENT, <u32>OVERFLOW);
}

/** Clears the slots of all paths: of few paths one by one, since the whole table is larger than the nearest cache. */
function clearSlots(): void {
  // Only an object with more members gives up paths, whose slots stay taken.
  if (<u32>slotsTaken > MAX_MEMBERS) {
    memory.fill(PATH_SLOTS, 0, <usize>PATH_SLOT_COUNT << 2);
    return;
  }
  for (let path = FIRST_INTERNED; path < nextPath; path += PATH_BYTES) {
    const key: usize = load<u32>(path + KEY);
    if (!key) continue;
    let index = <u32>hashOf(key, load<u32>(path + KEY_LENGTH), load<u32>(path + PARENT)) & (PATH_SLOT_COUNT - 1);
    // All slots up to an empty one, or a path that is farther behind would be missed.
    while (load<u32>(PATH_SLOTS + (<usize>index << 2))) {
      store<u32>(PATH_SLOTS + (<usize>index << 2), 0);
      index = (index + 1) & (PATH_SLOT_COUNT - 1);
    }
  }
}

/** @returns Whether a path is another one or in it. */
export function isWithin(path: usize, above: usize): bool {
  for (let at = path; at; at = load<u32>(at + PARENT)) if (at == above) return true;
  return false;
}

/** One past the last path. */
export function pathsEnd(): usize {
  return nextPath;
}

function overflowed(): usize {
  pathsLimited = true;
  return OVERFLOW;
}

/** A path that has no key yet, or 0 if there is no room. */
function create(parent: usize, key: i32): usize {
  let path = freePath;
  if (path) {
    freePath = load<u32>(path + NEXT_MEMBER);
    memory.fill(path, 0, PATH_BYTES);
  } else {
    if (nextPath == PATHS_END) return 0;
    path = nextPath;
    nextPath += PATH_BYTES;
  }
  store<u32>(path + PARENT, <u32>parent);
  store<i32>(path + KEY_LENGTH, key);
  if (key < 0) store<u32>(path + FLAGS, measuresOf(parent, path, 0, key));
  return path;
}

/** The path of the elements of the arrays at `path`. */
export function elementOf(path: usize): usize {
  const known: usize = load<u32>(path + ELEMENT);
  if (known) return known;
  const element = create(path, ELEMENT_KEY);
  if (!element) return overflowed();
  store<u32>(path + ELEMENT, <u32>element);
  return element;
}

/** The path of the members of the maps at `path`. */
function memberOf(path: usize): usize {
  const known: usize = load<u32>(path + MEMBER);
  if (known) return known;
  const member = create(path, MEMBER_KEY);
  if (!member) return overflowed();
  store<u32>(path + MEMBER, <u32>member);
  return member;
}

/**
 * The path of the value under a key.
 *
 * @param object Number of the object that has the key.
 */
export function under(parent: usize, key: usize, length: i32, object: u64): usize {
  if (parent == OVERFLOW || length > MAX_KEY_BYTES) return overflowed();
  if (load<u32>(parent + FLAGS) & MAP) return memberOf(parent);
  const hash = <u32>hashOf(key, length, parent);
  let index = hash & (PATH_SLOT_COUNT - 1);
  while (true) {
    const path: usize = load<u32>(PATH_SLOTS + (<usize>index << 2));
    if (!path) break;
    if (
      load<u32>(path + PARENT) == <u32>parent &&
      load<u32>(path + KEY_LENGTH) == length &&
      load<u32>(path + KEY) != 0 &&
      sameBytes(load<u32>(path + KEY), key, length)
    ) {
      return path;
    }
    index = (index + 1) & (PATH_SLOT_COUNT - 1);
  }
  const members = load<u32>(parent + MEMBERS) + 1;
  if (members > MAX_MEMBERS && !(load<u32>(parent + FLAGS) & PINNED)) {
    fold(parent, object);
    return memberOf(parent);
  }
  const path = create(parent, length);
  if (!path) return overflowed();
  const text = PATH_KEYS + ((path - FIRST_INTERNED) / PATH_BYTES) * PATH_KEY_BYTES;
  store<u32>(path + KEY, <u32>text);
  memory.copy(text, key, length);
  memory.copy(path + KEY_START, key, min(length, 32));
  store<u32>(parent + MEMBERS, members);
  store<u32>(path + NEXT_MEMBER, load<u32>(parent + FIRST_MEMBER));
  store<u32>(parent + FIRST_MEMBER, <u32>path);
  takeSlot(path, hash);
  store<u32>(path + FLAGS, measuresOf(parent, path, text, length));
  return path;
}

function takeSlot(path: usize, hash: u32): void {
  if (slotsTaken == PATH_SLOT_COUNT / 2) return rebuildSlots();
  let index = hash & (PATH_SLOT_COUNT - 1);
  while (load<u32>(PATH_SLOTS + (<usize>index << 2))) index = (index + 1) & (PATH_SLOT_COUNT - 1);
  store<u32>(PATH_SLOTS + (<usize>index << 2), <u32>path);
  slotsTaken += 1;
}

/** Slots of paths that were given up stay taken; before they are too many, all are filled again. */
function rebuildSlots(): void {
  memory.fill(PATH_SLOTS, 0, <usize>PATH_SLOT_COUNT << 2);
  slotsTaken = 0;
  for (let path = FIRST_INTERNED; path < nextPath; path += PATH_BYTES) {
    const parent: usize = load<u32>(path + PARENT);
    const key: usize = load<u32>(path + KEY);
    if (parent && key) takeSlot(path, <u32>hashOf(key, load<u32>(path + KEY_LENGTH), parent));
  }
}

/** Makes the objects at a path maps: counts of their members are added up. @param object Number of the one that is open, or 0. */
function fold(path: usize, object: u64): void {
  let child: usize = load<u32>(path + FIRST_MEMBER);
  store<u32>(path + FLAGS, load<u32>(path + FLAGS) | MAP);
  store<u32>(path + FIRST_MEMBER, 0);
  store<u32>(path + MEMBERS, 0);
  const member = memberOf(path);
  while (child) {
    const next: usize = load<u32>(child + NEXT_MEMBER);
    if (object && load<u64>(child + LAST_OBJECT) == object) seeKey(object, load<u32>(child + KEY), load<u32>(child + KEY_LENGTH));
    moveInto(member, child);
    child = next;
  }
}

/** Adds all that was counted at a path, and in it, to another one, and gives it up. Nothing that is measured is there. */
function moveInto(path: usize, from: usize): void {
  for (let at: usize = NULLS; at < MEMBER; at += 8) {
    const old = load<u64>(path + at);
    const more = load<u64>(from + at);
    store<u64>(path + at, at == MAX_BYTES || at == MAX_ELEMENTS ? max(old, more) : old + more);
  }
  const element: usize = load<u32>(from + ELEMENT);
  if (element) moveInto(elementOf(path), element);
  const member: usize = load<u32>(from + MEMBER);
  if (member) {
    if (path != OVERFLOW && !(load<u32>(path + FLAGS) & MAP)) fold(path, 0);
    moveInto(path == OVERFLOW ? OVERFLOW : memberOf(path), member);
  }
  let child: usize = load<u32>(from + FIRST_MEMBER);
  while (child) {
    const next: usize = load<u32>(child + NEXT_MEMBER);
    moveInto(under(path, load<u32>(child + KEY), load<u32>(child + KEY_LENGTH), 0), child);
    child = next;
  }
  if (from == OVERFLOW) return;
  store<u32>(from + PARENT, 0);
  store<u32>(from + NEXT_MEMBER, <u32>freePath);
  freePath = from;
}
