// Texts that are counted one by one: values of enum-like paths, years, domains; and texts that occur again within one hit.

import {
  HIT_VALUES,
  HIT_VALUE_COUNT,
  KEPT,
  KEPT_BITS,
  KEPT_BYTES,
  KEPT_SLOTS,
  KEPT_SLOT_COUNT,
  KEPT_TEXTS,
  MAX_KEPT_BYTES,
  MAX_KEPT_TEXTS,
  REPEAT_SLOTS,
  REPEAT_SLOT_COUNT,
} from './layout';
import { FLAGS, isWithin, LAST_VALUE, OTHER_TALLIES, REPEATS, TALLY_COUNT, VALUES, VALUE_COUNT } from './path';
import { hashOf, sameBytes } from './text';

const ENTRY_TEXT: usize = 0; // u32
const ENTRY_LENGTH: usize = 4; // u32
const ENTRY_PATH: usize = 8; // u32
const ENTRY_KIND: usize = 12; // u32
const ENTRY_COUNT: usize = 16; // u64
const SLOT: usize = 24; // u32
const MARKS: usize = 28; // u32

// @ts-ignore: decorator
@external("host", "marksOf")
declare function marksOf(path: usize, at: usize, length: i32): u32;

// Kinds of kept texts.
export const STRING_VALUE: u32 = 0;
export const NUMBER_VALUE: u32 = 1;
const TALLY: u32 = 2;

const MAX_VALUES: u32 = 256;
const MAX_VALUE_BYTES: i32 = 64;
const MAX_TALLIES: u32 = 4_096;
const MAX_REPEAT_TEXTS: i32 = 4_096;
const FEW_REPEATS: u32 = 511;

let kept: i32 = 0;
let keptBytes: i32 = 0;
/** Marks the slots of the hit at hand. */
let repeatStamp: u64 = 0;
let repeatTexts: i32 = 0;
let repeatMask: u32 = FEW_REPEATS;
export let textsLimited: bool = false;
export function resetKeptTexts(): void {
  for (let index = 0; index < kept; index += 1) {
    const slot: usize = load<u32>(KEPT + KEPT_BYTES * index + SLOT);
    store<u32>(slot, 0);
    store<u8>(bitsOf(slot), 0);
  }
  kept = 0;
  keptBytes = 0;
  textsLimited = false;
  nextHitTexts();
}

/** How many texts are kept, one after the other from KEPT. */
export function keptCount(): i32 {
  return kept;
}

/** Values of the hit at hand, and how often some were taken back. */
let hitValues: i32 = 0;
let takenBack: i32 = 0;
/** Marks of the values of the hit at hand. */
export let hitMarks: u32 = 0;
/** Of more keys that are there twice in one hit, values are not taken back. */
const MAX_TAKEN_BACK: i32 = 256;

/** Notes that the hit at hand has a value. */
// @ts-ignore: decorator
@inline
function noteValue(entry: usize): void {
  hitMarks |= load<u32>(entry + MARKS);
  if (hitValues == HIT_VALUE_COUNT) return;
  store<u32>(HIT_VALUES + (<usize>hitValues << 2), <u32>entry);
  hitValues += 1;
}

/** Takes back the values that the hit at hand has at a path or in it: the key is there again. */
export function takeBackValues(path: usize): void {
  if (hitValues == HIT_VALUE_COUNT || takenBack == MAX_TAKEN_BACK) {
    textsLimited = true;
    return;
  }
  takenBack += 1;
  hitMarks = 0;
  let left: i32 = 0;
  for (let index: i32 = 0; index < hitValues; index += 1) {
    const entry: usize = load<u32>(HIT_VALUES + (<usize>index << 2));
    if (isWithin(load<u32>(entry + ENTRY_PATH), path)) {
      store<u64>(entry + ENTRY_COUNT, load<u64>(entry + ENTRY_COUNT) - 1);
    } else {
      store<u32>(HIT_VALUES + (<usize>left << 2), <u32>entry);
      hitMarks |= load<u32>(entry + MARKS);
      left += 1;
    }
  }
  hitValues = left;
}

/** Forgets the texts of a hit that ended. */
export function nextHitTexts(): void {
  hitValues = 0;
  hitMarks = 0;
  takenBack = 0;
  repeatStamp += 1;
  repeatTexts = 0;
  repeatMask = FEW_REPEATS;
}

/** Address of the byte that has the bit of a slot. */
// @ts-ignore: decorator
@inline
function bitsOf(slot: usize): usize {
  return KEPT_BITS + ((slot - KEPT_SLOTS) >> 5);
}

// @ts-ignore: decorator
@inline
function bitOf(slot: usize): u32 {
  return 1 << (<u32>(slot >> 2) & 7);
}

/** Slot that a text which was not found would take. */
let slotFound: usize = 0;

/** The entry of a text, or 0. Most hosts have none once there are many: their bit says so. */
function find(path: usize, kind: u32, at: usize, length: i32): usize {
  let index = <u32>hashOf(at, length, (<u64>path << 2) | kind) & (KEPT_SLOT_COUNT - 1);
  while (true) {
    slotFound = KEPT_SLOTS + (<usize>index << 2);
    if (!(load<u8>(bitsOf(slotFound)) & bitOf(slotFound))) return 0;
    const entry: usize = load<u32>(slotFound);
    if (isEntry(entry, path, kind, at, length)) return entry;
    index = (index + 1) & (KEPT_SLOT_COUNT - 1);
  }
}

// @ts-ignore: decorator
@inline
function isEntry(entry: usize, path: usize, kind: u32, at: usize, length: i32): bool {
  return (
    load<u32>(entry + ENTRY_LENGTH) == length &&
    load<u32>(entry + ENTRY_PATH) == <u32>path &&
    load<u32>(entry + ENTRY_KIND) == kind &&
    sameBytes(load<u32>(entry + ENTRY_TEXT), at, length)
  );
}

/** Keeps a text in the slot that `find` left; 0 if there is no room. */
function keep(path: usize, kind: u32, at: usize, length: i32): usize {
  // A string counts with the quote that tells it from a number.
  const bytes = length + i32(kind == STRING_VALUE);
  if (kept == MAX_KEPT_TEXTS || keptBytes + bytes > MAX_KEPT_BYTES) {
    textsLimited = true;
    return 0;
  }
  const entry = KEPT + KEPT_BYTES * kept;
  const text = KEPT_TEXTS + keptBytes;
  kept += 1;
  keptBytes += bytes;
  memory.copy(text, at, length);
  store<u32>(entry + ENTRY_TEXT, <u32>text);
  store<u32>(entry + ENTRY_LENGTH, length);
  store<u32>(entry + ENTRY_PATH, <u32>path);
  store<u32>(entry + ENTRY_KIND, kind);
  store<u64>(entry + ENTRY_COUNT, 1);
  store<u32>(entry + SLOT, <u32>slotFound);
  store<u32>(slotFound, <u32>entry);
  store<u8>(bitsOf(slotFound), load<u8>(bitsOf(slotFound)) | bitOf(slotFound));
  return entry;
}

/** Counts a value of a path that is still enum-like. */
export function countValue(path: usize, kind: u32, at: usize, length: i32): void {
  let entry: usize = load<u32>(path + LAST_VALUE);
  if (!entry || !isEntry(entry, path, kind, at, length)) {
    if (length + i32(kind == STRING_VALUE) > MAX_VALUE_BYTES) return stopCounting(path);
    entry = find(path, kind, at, length);
    if (!entry) {
      const count = load<u32>(path + VALUE_COUNT);
      entry = count == MAX_VALUES ? 0 : keep(path, kind, at, length);
      if (!entry) return stopCounting(path);
      store<u32>(path + VALUE_COUNT, count + 1);
      store<u32>(entry + MARKS, kind == STRING_VALUE ? marksOf(path, at, length) : 0);
      noteValue(entry);
      return;
    }
    store<u32>(path + LAST_VALUE, <u32>entry);
  }
  store<u64>(entry + ENTRY_COUNT, load<u64>(entry + ENTRY_COUNT) + 1);
  noteValue(entry);
}

/** The path has too many values, or too long ones, to be an enumeration. */
export function stopCounting(path: usize): void {
  store<u32>(path + FLAGS, load<u32>(path + FLAGS) & ~VALUES);
}

export function countTally(path: usize, at: usize, length: i32): void {
  const entry = find(path, TALLY, at, length);
  if (entry) {
    store<u64>(entry + ENTRY_COUNT, load<u64>(entry + ENTRY_COUNT) + 1);
    return;
  }
  const count = load<u32>(path + TALLY_COUNT);
  if (count < MAX_TALLIES && keep(path, TALLY, at, length)) {
    store<u32>(path + TALLY_COUNT, count + 1);
  } else {
    textsLimited = true;
    countOther(path);
  }
}

export function countOther(path: usize): void {
  store<u64>(path + OTHER_TALLIES, load<u64>(path + OTHER_TALLIES) + 1);
}

/** Counts a text that was seen before at the same path of the same hit. */
export function countRepeat(path: usize, at: usize, length: i32): void {
  const hash = hashOf(at, length, path);
  let index = <u32>hash & repeatMask;
  while (true) {
    const slot = REPEAT_SLOTS + (<usize>index << 4);
    if (load<u64>(slot + 8) != repeatStamp) {
      if (repeatTexts == MAX_REPEAT_TEXTS) {
        textsLimited = true;
        return;
      }
      repeatTexts += 1;
      store<u64>(slot, hash);
      store<u64>(slot + 8, repeatStamp);
      if (<u32>repeatTexts * 2 > repeatMask && repeatMask < <u32>REPEAT_SLOT_COUNT - 1) growRepeats();
      return;
    }
    if (load<u64>(slot) == hash) {
      store<u64>(path + REPEATS, load<u64>(path + REPEATS) + 1);
      return;
    }
    index = (index + 1) & repeatMask;
  }
}

/** Makes four times the room. Few slots at first keep them in the nearest cache for the many hits that need few. */
function growRepeats(): void {
  const old = repeatMask;
  const oldStamp = repeatStamp;
  repeatMask = (old << 2) | 3;
  repeatStamp += 1;
  let moved: usize = REPEAT_SLOTS + (<usize>REPEAT_SLOT_COUNT << 4);
  for (let index: u32 = 0; index <= old; index += 1) {
    const slot = REPEAT_SLOTS + (<usize>index << 4);
    if (load<u64>(slot + 8) != oldStamp) continue;
    store<u64>(moved, load<u64>(slot));
    moved += 8;
  }
  for (let from: usize = REPEAT_SLOTS + (<usize>REPEAT_SLOT_COUNT << 4); from < moved; from += 8) {
    const hash = load<u64>(from);
    let index = <u32>hash & repeatMask;
    while (load<u64>(REPEAT_SLOTS + (<usize>index << 4) + 8) == repeatStamp) index = (index + 1) & repeatMask;
    store<u64>(REPEAT_SLOTS + (<usize>index << 4), hash);
    store<u64>(REPEAT_SLOTS + (<usize>index << 4) + 8, repeatStamp);
  }
}
