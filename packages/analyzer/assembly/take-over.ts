// Takes over what another scan counted of the same array of hits, from a copy of its paths and texts.

import { ENTRY_COUNT, ENTRY_KIND, ENTRY_LENGTH, ENTRY_PATH, ENTRY_TEXT, hasRoomForTexts, knowKeptTexts, stopCounting, takeText, textsFull } from './kept-text';
import { KEPT, KEPT_BYTES, OTHER, PATHS, PATH_BYTES } from './layout';
import {
  addCounts,
  elementOf,
  ELEMENT_KEY,
  FIRST_INTERNED,
  FLAGS,
  fold,
  folds,
  hasRoomForPaths,
  KEY,
  KEY_LENGTH,
  knowPaths,
  LAST_VALUE,
  MAP,
  memberOf,
  MEMBER_KEY,
  OVERFLOW,
  PARENT,
  pathsFull,
  ROOT,
  under,
  VALUES,
} from './path';

/** What to add to an address of the other scan for that of its copy. */
const SHIFT: usize = OTHER - PATHS;
/** Of a copied path: its address here, once known. */
const TWIN: usize = LAST_VALUE;

/** Limits that the other scans have met. */
export let otherLimits: u32 = 0;

export function resetOthers(): void {
  otherLimits = 0;
}

/** Starts with the paths and texts that another scan has, up to these ends, and counts nothing yet. */
export function startWith(pathsEnd: usize, texts: i32): void {
  take(pathsEnd, texts, false);
  knowPaths();
  knowKeptTexts();
}

/**
 * Returns whether {@link takeOver} gives the counts of one scan.
 *
 * @param foldsBefore Maps that were found before the other scan started with the paths and texts of this one.
 * @param paths Paths that the other scan has created, and texts that it has met, since then.
 */
export function canTakeOver(foldsBefore: u32, paths: u32, texts: i32, bytes: i32): bool {
  return folds == foldsBefore && !pathsFull && !textsFull && hasRoomForPaths(paths) && hasRoomForTexts(texts, bytes);
}

/** Adds what the other scan counted of the hits that follow. */
export function takeOver(pathsEnd: usize, texts: i32, limits: u32): void {
  take(pathsEnd, texts, true);
  otherLimits |= limits;
}

function take(pathsEnd: usize, texts: i32, counts: bool): void {
  for (let path = ROOT; path < pathsEnd; path += PATH_BYTES) store<u32>(path + SHIFT + TWIN, 0);
  for (let path = ROOT; path < pathsEnd; path += PATH_BYTES) {
    const copy = path + SHIFT;
    if (path >= FIRST_INTERNED && !load<u32>(copy + PARENT)) continue;
    const twin = twinOf(path);
    if (counts) addCounts(twin, copy);
  }
  for (let index = 0; index < texts; index += 1) {
    const copy = KEPT + SHIFT + KEPT_BYTES * index;
    const count = load<u64>(copy + ENTRY_COUNT);
    if (counts && !count) continue;
    const text: usize = load<u32>(copy + ENTRY_TEXT);
    takeText(twinOf(load<u32>(copy + ENTRY_PATH)), load<u32>(copy + ENTRY_KIND), text + SHIFT, load<u32>(copy + ENTRY_LENGTH), counts ? count : 0);
  }
  // What was kept of values that proved to be too many counts as kept.
  for (let path = ROOT; path < pathsEnd; path += PATH_BYTES) {
    const twin: usize = load<u32>(path + SHIFT + TWIN);
    if (twin && !(load<u32>(path + SHIFT + FLAGS) & VALUES)) stopCounting(twin);
  }
}

/** The path here that is the same as one of the other scan. */
function twinOf(path: usize): usize {
  const copy = path + SHIFT;
  const known: usize = load<u32>(copy + TWIN);
  if (known) return known;
  let twin = path;
  if (path >= FIRST_INTERNED) {
    const parent = twinOf(load<u32>(copy + PARENT));
    const length = load<i32>(copy + KEY_LENGTH);
    if (length == ELEMENT_KEY) twin = elementOf(parent);
    else if (length == MEMBER_KEY) twin = memberOf(parent);
    else twin = under(parent, <usize>load<u32>(copy + KEY) + SHIFT, length, 0);
  }
  store<u32>(copy + TWIN, <u32>twin);
  if (path != OVERFLOW && load<u32>(copy + FLAGS) & MAP && !(load<u32>(twin + FLAGS) & MAP)) fold(twin, 0);
  return twin;
}
