// What is measured of the scalars of a hit, and the batch in which hits are handed over.

import {
  BATCH_ALIASES,
  BATCH_BYTES,
  BATCH_HITS,
  BATCH_IDENTITIES,
  BATCH_LABELS,
  BATCH_LABEL_LENGTHS,
  BATCH_MARKS,
  BATCH_MEDIA,
  BATCH_OFFSETS,
  BATCH_SCORES,
  BATCH_TEXTS,
  DECODED,
  HOST,
  STORIES,
  STORY_COUNT,
} from './layout';
import {
  countOther,
  countRepeat,
  countTally,
  countValue,
  hitMarks,
  nextHitTexts,
  NUMBER_VALUE,
  resetKeptTexts,
  stopCounting,
  takeBackValues,
  STRING_VALUE,
} from './kept-text';
import {
  ALIASES,
  BYTES,
  DOMAIN,
  EMPTY_STRINGS,
  FALSES,
  FLAGS,
  IDENTITY,
  INTEGERS,
  LABEL,
  MAX_BYTES,
  MEDIA,
  isWithin,
  NULLS,
  NUMBERS,
  PINNED,
  REPEATED,
  SCRIPTED,
  resetPaths,
  SCORE,
  SCRIPTS,
  STORY,
  STRINGS,
  TRUES,
  VALUES,
  YEAR,
} from './path';
import { nextHitKeys, resetSeenKeys } from './seen-keys';
import { decode, decodedLength, hashOf, nonAscii, scriptOf, wholeCharacters } from './text';
import { all } from './vectors';

// @ts-ignore: decorator
@external("host", "numberAt")
declare function numberAt(at: usize, length: i32): f64;

// @ts-ignore: decorator
@external("host", "storiesFull")
declare function storiesFull(): void;

const MAX_MEASURED_BYTES: i32 = 4_096;
const MAX_LABEL_BYTES: i32 = 256;
const MAX_HOST_BYTES: i32 = 253;

export let batched: i32 = 0;
export let hitCount: u64 = 0;
export let hitBytes: u64 = 0;
let identity: f64 = NaN;
let score: f64 = NaN;
let labelLength: i32 = -1;
/** Paths of them. */
let identityPath: usize = 0;
let scorePath: usize = 0;
let labelPath: usize = 0;
let batchText: usize = BATCH_TEXTS;
/** Hashes that the host has not taken. */
let stories: i32 = 0;
/** Elements of arrays of the hit at hand. */
let aliases: u64 = 0;
let media: u64 = 0;

export function resetHits(): void {
  resetPaths();
  resetKeptTexts();
  resetSeenKeys();
  hitCount = 0;
  hitBytes = 0;
  identity = NaN;
  score = NaN;
  labelLength = -1;
  aliases = 0;
  media = 0;
  stories = 0;
  emptyBatch();
}

export function emptyBatch(): void {
  if (labelLength >= 0 && batchText != BATCH_TEXTS) memory.copy(BATCH_TEXTS, batchText, labelLength);
  batchText = BATCH_TEXTS;
  batched = 0;
}

/** Gives the host the hashes of stories since the last time. @returns How many. */
export function takeStories(): i32 {
  const count = stories;
  stories = 0;
  return count;
}

/** @returns Whether the batch is full. */
export function endHit(offset: u64, bytes: u64): bool {
  const at = <usize>batched << 3;
  store<f64>(BATCH_OFFSETS + at, <f64>offset);
  store<f64>(BATCH_BYTES + at, <f64>bytes);
  store<f64>(BATCH_IDENTITIES + at, identity);
  store<f64>(BATCH_ALIASES + at, <f64>aliases);
  store<f64>(BATCH_MEDIA + at, <f64>media);
  store<f64>(BATCH_SCORES + at, score);
  store<f64>(BATCH_MARKS + at, <f64>hitMarks);
  store<u32>(BATCH_LABELS + (<usize>batched << 2), <u32>batchText);
  store<i32>(BATCH_LABEL_LENGTHS + (<usize>batched << 2), labelLength);
  if (labelLength > 0) batchText += labelLength;
  identity = NaN;
  score = NaN;
  labelLength = -1;
  aliases = 0;
  media = 0;
  batched += 1;
  hitCount += 1;
  hitBytes += bytes;
  nextHitTexts();
  nextHitKeys();
  return batched == BATCH_HITS;
}

/** Forgets what the hit at hand has at a path or in it: its object has the key again, and the last value counts. */
export function takeBack(path: usize): void {
  if (!(load<u32>(path + FLAGS) & PINNED)) return;
  if (!isNaN(identity) && isWithin(identityPath, path)) identity = NaN;
  if (!isNaN(score) && isWithin(scorePath, path)) score = NaN;
  if (labelLength >= 0 && isWithin(labelPath, path)) labelLength = -1;
  takeBackValues(path);
}

// @ts-ignore: decorator
@inline
export function increment(address: usize): void {
  store<u64>(address, load<u64>(address) + 1);
}

// @ts-ignore: decorator
@inline
export function addBytes(path: usize, bytes: u64): void {
  store<u64>(path + BYTES, load<u64>(path + BYTES) + bytes);
  if (bytes > load<u64>(path + MAX_BYTES)) store<u64>(path + MAX_BYTES, bytes);
}

/** Takes the elements of an array that ended. */
// @ts-ignore: decorator
@inline
export function takeElements(path: usize, elements: u64): void {
  const flags = load<u32>(path + FLAGS);
  if (flags & (ALIASES | MEDIA)) {
    if (flags & ALIASES) aliases += elements;
    if (flags & MEDIA) media += elements;
  }
}

/**
 * Takes a string.
 *
 * @param at Address of what is between the quotes, or of its beginning.
 * @param length Bytes there.
 * @param bytes Bytes of the JSON text.
 */
// @ts-ignore: decorator
@inline
export function takeString(path: usize, at: usize, length: i32, escaped: bool, bytes: u64): void {
  increment(path + STRINGS);
  addBytes(path, bytes);
  if (bytes == 2) increment(path + EMPTY_STRINGS);
  const flags = load<u32>(path + FLAGS);
  if (flags & SCORE && isNaN(score)) takeScore(path, escaped ? escapedNumberAt(at, length) : numberAt(at, length));
  if (flags & MEASURED) measureString(path, flags, at, length, escaped);
}

function escapedNumberAt(at: usize, length: i32): f64 {
  if (length > MAX_MEASURED_BYTES) return NaN;
  decode(at, length, MAX_MEASURED_BYTES);
  return numberAt(DECODED, decodedLength);
}

/** Reasons to measure a scalar in detail. */
const MEASURED: u32 = LABEL | IDENTITY | REPEATED | YEAR | DOMAIN | VALUES | SCRIPTED | STORY;

function countScript(path: usize, at: usize, length: i32): void {
  const script = scriptOf(at, length);
  if (script) increment(path + SCRIPTS + ((<usize>script - 1) << 3));
}

function measureString(path: usize, flags: u32, at: usize, length: i32, escaped: bool): void {
  const cut = length > MAX_MEASURED_BYTES;
  if (cut) length = MAX_MEASURED_BYTES;
  if (escaped) {
    decode(at, length, flags & (MEASURED ^ SCRIPTED) ? MAX_MEASURED_BYTES : 64);
    at = DECODED;
    length = decodedLength;
  } else if (cut) length = wholeCharacters(at, length + 1, length);
  if (flags & SCRIPTED && nonAscii(at, length)) countScript(path, at, length);
  if (flags & (MEASURED ^ SCRIPTED)) measure(path, flags, at, length, cut, STRING_VALUE);
}

export function takeNumber(path: usize, at: usize, length: i32, isInteger: bool, bytes: u64): void {
  increment(path + NUMBERS);
  if (isInteger) increment(path + INTEGERS);
  addBytes(path, bytes);
  const flags = load<u32>(path + FLAGS);
  if (flags & SCORE && isNaN(score)) {
    takeScore(path, numberOf(at, length));
  }
  if (flags & MEASURED) {
    const cut = length > MAX_MEASURED_BYTES;
    measure(path, flags, at, cut ? MAX_MEASURED_BYTES : length, cut, NUMBER_VALUE);
  }
}

function takeScore(path: usize, value: f64): void {
  score = value;
  scorePath = path;
}

/** Digits that a number has exactly, as has its power of ten. */
const MAX_DIGITS: i32 = 15;

/** Returns the value of a number as it is written. The host reads the few that are not one exact division or product. */
function numberOf(at: usize, length: i32): f64 {
  if (length > MAX_DIGITS + 2) return numberAt(at, length);
  const end = at + length;
  const negative = load<u8>(at) == 0x2d;
  let digits: u64 = 0;
  let count: i32 = 0;
  let scale: f64 = 1;
  let inFraction = false;
  for (let place = negative ? at + 1 : at; place < end; place += 1) {
    const byte: u32 = load<u8>(place);
    if (byte == 0x2e) inFraction = true;
    else if ((byte | 0x20) == 0x65) return numberAt(at, length);
    else {
      digits = digits * 10 + (byte - 0x30);
      count += 1;
      if (inFraction) scale *= 10;
    }
  }
  if (count > MAX_DIGITS) return numberAt(at, length);
  const value = <f64>digits / scale;
  return negative ? -value : value;
}

/** Takes `true` (0x74), `false` (0x66) or `null` (0x6e). */
export function takeLiteral(path: usize, first: u32): void {
  increment(path + (first == 0x74 ? TRUES : first == 0x66 ? FALSES : NULLS));
  addBytes(path, first == 0x66 ? 5 : 4);
}

function measure(path: usize, flags: u32, at: usize, length: i32, cut: bool, kind: u32): void {
  if (flags & VALUES) {
    if (cut) stopCounting(path);
    else countValue(path, kind, at, length);
  }
  if (!(flags & (LABEL | IDENTITY | REPEATED | YEAR | DOMAIN | STORY))) return;
  if (flags & STORY && length > 0) {
    store<f64>(STORIES + (<usize>stories << 3), <f64>(hashOf(at, length, 0) >> 12));
    stories += 1;
    if (stories == STORY_COUNT) storiesFull();
  }
  if (flags & LABEL && labelLength < 0) {
    labelLength = wholeCharacters(at, length, MAX_LABEL_BYTES);
    labelPath = path;
    memory.copy(batchText, at, labelLength);
  }
  if (!cut) {
    if (flags & IDENTITY && isNaN(identity) && length > 0) {
      identity = <f64>(hashOf(at, length, 0) >> 12);
      identityPath = path;
    }
    if (flags & REPEATED) countRepeat(path, at, length);
  }
  if (flags & YEAR) countYear(path, at, length);
  else if (flags & DOMAIN) countDomain(path, at, length);
}

function countYear(path: usize, at: usize, length: i32): void {
  for (let index: usize = 0; index < 4; index += 1) {
    if (<i32>index >= length || <u32>load<u8>(at + index) - 0x30 > 9) return countOther(path);
  }
  countTally(path, at, 4);
}

/** `https://`, and `http://` with a zero. */
const HTTPS: u64 = 0x2f2f_3a73_7074_7468;
const HTTP: u64 = 0x002f_2f3a_7074_7468;

/** Counts the host of an absolute URL: in small letters, without `www.`, user and port. */
function countDomain(path: usize, at: usize, length: i32): void {
  const start = authorityStart(at, length);
  if (!start) return countOther(path);
  const to = putHost(start, at + length);
  const bare = to >= HOST + 4 && load<u32>(HOST) == 0x2e777777 ? HOST + 4 : HOST;
  const bytes = <i32>(to - bare);
  if (bytes < 1 || bytes > MAX_HOST_BYTES) countOther(path);
  else countTally(path, bare, bytes);
}

/** Address behind `://`, 0 if a text is not an absolute URL. */
// @ts-ignore: decorator
@inline
function authorityStart(at: usize, length: i32): usize {
  const first = load<u64>(at);
  if (first == HTTPS && length >= 8) return at + 8;
  if ((first & (u64.MAX_VALUE >> 8)) == HTTP && length >= 7) return at + 7;
  return otherAuthorityStart(at, length);
}

function otherAuthorityStart(at: usize, length: i32): usize {
  const end = at + length;
  let from = at;
  while (from < end && isSchemeByte(load<u8>(from), from == at)) from += 1;
  const scheme = <i32>(from - at);
  if (scheme < 1 || scheme > 13 || from + 3 > end || load<u8>(from) != 0x3a || load<u16>(from + 1) != 0x2f2f) return 0;
  return from + 3;
}

/** Writes the host of an authority to HOST. @returns The address behind it. */
// @ts-ignore: decorator
@inline
function putHost(start: usize, end: usize): usize {
  const low = v128.load(start);
  const high = v128.load(start, 16);
  const left = end - start;
  const stops = <u64>hostStops(low) | (<u64>hostStops(high) << 16) | (<u64>1 << min<u64>(left, 32));
  const bytes = <usize>ctz(stops);
  const stop: u32 = bytes < left ? load<u8>(start + bytes) : 0;
  if (bytes == 32 || stop == 0x3a || stop == 0x40) return putLongHost(start, end);
  v128.store(HOST, inSmallLetters(low));
  v128.store(HOST, inSmallLetters(high), 16);
  return HOST + bytes;
}

/** The same of a host that is long or has a user or a port. */
function putLongHost(start: usize, end: usize): usize {
  let authorityEnd = start;
  let host = start;
  while (authorityEnd < end) {
    const byte: u32 = load<u8>(authorityEnd);
    if (byte == 0x2f || byte == 0x3f || byte == 0x23) break;
    authorityEnd += 1;
    if (byte == 0x40) host = authorityEnd;
  }
  let to = HOST;
  while (host < authorityEnd) {
    const byte: u32 = load<u8>(host);
    if (byte == 0x3a) break;
    store<u8>(to, byte - 0x41 < 26 ? byte | 0x20 : byte);
    to += 1;
    host += 1;
  }
  return to;
}

/** Which bytes end a host, or what stands before it: one bit for each of `/?#:@`. */
// @ts-ignore: decorator
@inline
function hostStops(bytes: v128): i32 {
  const ends = v128.or(equal(bytes, 0x2f), v128.or(equal(bytes, 0x3f), equal(bytes, 0x23)));
  return i8x16.bitmask(v128.or(ends, v128.or(equal(bytes, 0x3a), equal(bytes, 0x40))));
}

// @ts-ignore: decorator
@inline
function equal(bytes: v128, byte: usize): v128 {
  return i8x16.eq(bytes, all(byte));
}

// @ts-ignore: decorator
@inline
function inSmallLetters(bytes: v128): v128 {
  const isCapital = i8x16.lt_u(i8x16.sub(bytes, all(0x41)), all(26));
  return v128.or(bytes, v128.and(isCapital, all(0x20)));
}

function isSchemeByte(byte: u32, first: bool): bool {
  if ((byte | 0x20) - 0x61 < 26) return true;
  return !first && (byte - 0x30 < 10 || byte == 0x2b || byte == 0x2d || byte == 0x2e);
}
