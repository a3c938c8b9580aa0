// Reads one JSON document, chunk by chunk: validates the whole grammar, tells tokens where the host hears them, and measures
// hits by itself. `run` goes on until it needs more input or something is to be told.

import {
  CAPTURE,
  CARRIED_BYTES,
  CHUNK,
  CHUNK_CAPACITY,
  FRAMES,
  FRAME_BYTES,
  REGISTERS,
  SCRIPT_TABLE,
  STEP_BYTES,
  DECODED,
} from './layout';
import {
  addBytes,
  batched,
  emptyBatch,
  endHit,
  hitBytes,
  hitCount,
  increment,
  resetHits,
  takeElements,
  takeLiteral,
  takeNumber,
  takeString,
} from './hits';
import { keptCount, textsLimited } from './kept-text';
import {
  ARRAYS,
  DUPLICATE_KEYS,
  ELEMENT,
  elementOf,
  ELEMENTS,
  EMPTY_ARRAYS,
  FIRST,
  FOLLOWER,
  HITS_ARRAY,
  KEY_LENGTH,
  KEY_MASK,
  KEY_START,
  LAST_OBJECT,
  MAX_ELEMENTS,
  OBJECTS,
  OVERFLOW,
  pathsEnd,
  pathsLimited,
  under,
} from './path';
import { decode, decodedLength, isEscape, isHex, stringStop } from './text';

export { emptyBatch };

// What `run` comes back with.
const MORE: i32 = 0;
const ERROR: i32 = 1;
const OPEN: i32 = 2;
const CLOSE: i32 = 3;
const KEY: i32 = 4;
const SCALAR: i32 = 5;
const BATCH: i32 = 6;
const HITS_END: i32 = 7;
const BOUNDARY: i32 = 8;

// What the grammar expects next.
const VALUE: i32 = 0;
const VALUE_OR_END: i32 = 1;
const KEY_OR_END: i32 = 2;
const KEY_ONLY: i32 = 3;
const COLON: i32 = 4;
const AFTER: i32 = 5;
const DONE: i32 = 6;
// Tokens that are too long to be kept in one piece.
const IN_STRING: i32 = 7;
const IN_KEY: i32 = 8;
const IN_NUMBER: i32 = 9;

// What is heard of the containers at hand.
const TOKENS: i32 = 0;
const SKIP: i32 = 1;
const HITS: i32 = 2;

// Problems.
const UNEXPECTED: i32 = 0;
const LEADING_ZERO: i32 = 1;
const CONTROL: i32 = 2;
const NO_ESCAPE: i32 = 3;
const NO_HEX: i32 = 4;
const TOO_DEEP: i32 = 5;
const NO_LITERAL: i32 = 6;
const NO_DIGIT: i32 = 7;

// Where a number stands. Those that may end are the last four.
const MINUS: i32 = 0;
const DOT: i32 = 1;
const E: i32 = 2;
const E_SIGN: i32 = 3;
const ZERO: i32 = 4;
const INTEGER: i32 = 5;
const FRACTION: i32 = 6;
const EXPONENT: i32 = 7;

// Kinds of scalars, and of containers.
const STRING: i32 = 0;
const NUMBER: i32 = 1;
const ARRAY: u32 = 1;
const OBJECT: u32 = 0;

// An open container.
const NODE: usize = 0; // u32: its path, where hits are measured
const KIND: usize = 4; // u32
const LAST: usize = 8; // u32: path under the last key
const STEP: usize = 12; // u32: address of the last key as written
const STEP_LENGTH: usize = 16; // u32, with the two highest bits for: escapes in it, cut off
const INDEX: usize = 24; // u64: index of the element at hand
const START: usize = 32; // u64
const SERIAL: usize = 40; // u64

const ESCAPED: u32 = 0x80000000;
const CUT: u32 = 0x40000000;

let maxDepth: i32 = 0;
let keptBytes: i32 = 0;
let steps: usize = 0;

let position: usize = CHUNK;
let end: usize = CHUNK;
/** What to add to an address for the offset in the input. */
let origin: i64 = -(<i64>CHUNK);
let line: u64 = 1;
let lineStart: u64 = 0;
let state: i32 = VALUE;
let depth: i32 = 0;
let mode: i32 = TOKENS;
/** Depth within the container that the host does not hear. */
let unheardDepth: i32 = 0;
let serial: u64 = 0;
let stopAt: u64 = u64.MAX_VALUE;

// A token that is too long to be kept in one piece.
let longStart: u64 = 0;
let longEscaped: bool = false;
let longNumber: i32 = MINUS;
let longInteger: bool = false;

/**
 * Makes ready for a document.
 *
 * @param depthLimit Containers within containers.
 * @param textBytes Bytes of a token that must be kept in one piece.
 */
export function init(depthLimit: i32, textBytes: i32): void {
  maxDepth = depthLimit;
  keptBytes = textBytes;
  steps = FRAMES + FRAME_BYTES * (depthLimit + 1);
  const bytes = steps + <usize>STEP_BYTES * (depthLimit + 1);
  const pages = <i32>((bytes + 0xffff) >> 16);
  if (pages > memory.size()) memory.grow(pages - memory.size());
  position = CHUNK;
  end = CHUNK;
  origin = -(<i64>CHUNK);
  line = 1;
  lineStart = 0;
  state = VALUE;
  depth = 0;
  mode = TOKENS;
  unheardDepth = 0;
  stopAt = u64.MAX_VALUE;
}

export function chunkAddress(): usize {
  return CHUNK;
}

export function scriptTable(): usize {
  return SCRIPT_TABLE;
}

export function registers(): usize {
  return REGISTERS;
}

export function chunkCapacity(): i32 {
  return CHUNK_CAPACITY;
}

/** Starts, or goes on, at another place of the input with nothing carried over. */
export function moveTo(offset: u64, lines: u64, startOfLine: u64): void {
  position = CHUNK;
  end = CHUNK;
  // What stands there is of another place: nothing of it may be read.
  memory.fill(end, 0, 80);
  origin = offset - CHUNK;
  line += lines;
  if (lines) lineStart = startOfLine;
}

/** Puts the scan into an array of hits, behind a hit: the rest of the document is read by somebody else. To be called after `moveTo`. */
export function startBetweenHits(): void {
  depth = 1;
  const frame = FRAMES + FRAME_BYTES;
  store<u32>(frame + KIND, ARRAY);
  store<u64>(frame + INDEX, 0);
  hear(HITS);
  state = AFTER;
}

/** Counts hits that somebody else measured. */
export function addElements(count: u64): void {
  const frame = FRAMES + FRAME_BYTES * depth;
  store<u64>(frame + INDEX, load<u64>(frame + INDEX) + count);
}

/** Makes `run` come back before the first comma between hits at or behind this offset. */
export function stopBetweenHits(offset: u64): void {
  stopAt = offset;
}

/** Says what the host wants to hear of the container that was just opened. */
export function hear(wish: i32): void {
  if (wish == TOKENS) return;
  const frame = FRAMES + FRAME_BYTES * depth;
  unheardDepth = depth;
  mode = wish == HITS && load<u32>(frame + KIND) == ARRAY ? HITS : SKIP;
  if (mode == HITS) {
    resetHits();
    serial = 0;
    store<u32>(frame + NODE, <u32>HITS_ARRAY);
  }
}

/**
 * Takes the next bytes of the input, which the host has written to the chunk's address.
 */
export function feed(bytes: i32): void {
  // What is left of the last chunk goes before the new one.
  const left = end - position;
  const from = CHUNK - left;
  origin += <i64>(end - CHUNK);
  position = from;
  end = CHUNK + bytes;
  memory.fill(end, 0, 80);
}

/** To be called before the host writes a chunk. */
export function carry(): void {
  keepSteps();
  const left = end - position;
  if (left) memory.copy(CHUNK - left, position, left);
}

/** Copies keys of open containers that stand in the chunk to where they outlast it. */
function keepSteps(): void {
  for (let level = 1; level <= depth; level += 1) {
    const frame = FRAMES + FRAME_BYTES * level;
    const at: usize = load<u32>(frame + STEP);
    if (!at || at >= steps) continue;
    const packed = load<u32>(frame + STEP_LENGTH);
    let length = packed & ~(ESCAPED | CUT);
    let flags = packed & (ESCAPED | CUT);
    if (length > <u32>STEP_BYTES) {
      length = STEP_BYTES;
      flags |= CUT;
    }
    const kept = steps + <usize>STEP_BYTES * level;
    memory.copy(kept, at, length);
    store<u32>(frame + STEP, <u32>kept);
    store<u32>(frame + STEP_LENGTH, length | flags);
  }
}

/** Writes to the registers what was seen of the hits: those in the batch, all, their bytes, whether one was begun, kept texts, limits. */
export function tellHits(): void {
  put(0, <f64>batched);
  put(1, <f64>hitCount);
  put(2, <f64>hitBytes);
  put(3, <f64>i32(hitCount != 0 || depth > unheardDepth));
  put(4, <f64>pathsEnd());
  put(5, <f64>keptCount());
  put(6, <f64>i32(pathsLimited || textsLimited));
  put(7, <f64>i32(pathsLimited));
}

/** Whether the input may end here: 0 yes, 1 no, 2 after a number that a space would end. */
export function ending(): i32 {
  if (state == DONE && position == end) return 0;
  if (depth == 0 && (state == VALUE || state == IN_NUMBER) && end > position) {
    const last: u32 = load<u8>(end - 1);
    const first: u32 = load<u8>(position);
    if (last - 0x30 < 10 && (state == IN_NUMBER || first == 0x2d || first - 0x30 < 10)) return 2;
  }
  if (depth == 0 && state == IN_NUMBER && longNumber >= ZERO) return 2;
  return state == DONE ? 0 : 1;
}

/** Writes where the scan stands to the registers: state, depth, line, start of the line, bytes read, mode, offset, depth not heard. */
export function tell(): void {
  put(0, <f64>state);
  put(1, <f64>depth);
  put(2, <f64>line);
  put(3, <f64>lineStart);
  put(4, <f64>(origin + end));
  put(5, <f64>mode);
  put(6, <f64>(origin + position));
  put(7, <f64>unheardDepth);
}

/** Writes the step of a level of the path: kind, index, address, length and flags of the key. */
export function tellStep(level: i32): void {
  const frame = FRAMES + FRAME_BYTES * level;
  put(0, <f64>load<u32>(frame + KIND));
  put(1, <f64>load<u64>(frame + INDEX));
  put(2, <f64>load<u32>(frame + STEP));
  const packed = load<u32>(frame + STEP_LENGTH);
  put(3, <f64>(packed & ~(ESCAPED | CUT)));
  put(4, <f64>i32((packed & ESCAPED) != 0));
  put(5, <f64>i32((packed & CUT) != 0));
}

// @ts-ignore: decorator
@inline
function put(register: usize, value: f64): void {
  store<f64>(REGISTERS + (register << 3), value);
}

// @ts-ignore: decorator
@inline
function offsetOf(at: usize): u64 {
  return <u64>(origin + at);
}

function skipSpace(start: usize): usize {
  let at = start;
  while (true) {
    const byte: u32 = load<u8>(at);
    if (byte == 0x0a) {
      line += 1;
      lineStart = offsetOf(at + 1);
      at = skipBlanks(at + 1);
    } else if (byte == 0x20) {
      at = load<u8>(at, 1) == 0x20 ? skipBlanks(at + 2) : at + 1;
    } else if (byte == 0x0d || byte == 0x09) at += 1;
    else return at;
  }
}

// @ts-ignore: decorator
@inline
function skipBlanks(start: usize): usize {
  let at = start;
  while (true) {
    const others = i8x16.bitmask(i8x16.ne(v128.load(at), i8x16.splat(0x20)));
    if (others) return at + ctz(others);
    at += 16;
  }
}

/** What `stringEnd` found beside the end. */
let escapedSeen: bool = false;
/** Where reading has to go on when a string does not end in what is there. */
let resumeAt: usize = 0;

/** Address of the quote that ends the string; 0 if it is not there or something is wrong: then `problemAt` tells. */
function stringEndWithEscapes(stop: usize): usize {
  let at = stop;
  while (true) {
    const byte: u32 = load<u8>(at);
    if (byte == 0x22) return at;
    if (at >= end) {
      resumeAt = at;
      return 0;
    }
    if (byte != 0x5c) return fail(CONTROL, at);
    escapedSeen = true;
    const escape: u32 = load<u8>(at, 1);
    if (isEscape(escape)) at += 2;
    else if (at + 1 >= end) {
      resumeAt = at;
      return 0;
    } else if (escape == 0x75) {
      for (let digit: usize = 2; digit < 6; digit += 1) {
        if (at + digit >= end) {
          resumeAt = at;
          return 0;
        }
        if (!isHex(load<u8>(at + digit))) return fail(NO_HEX, at + digit);
      }
      at += 6;
    } else return fail(NO_ESCAPE, at + 1);
    at = stringStop(at);
  }
}

// @ts-ignore: decorator
@inline
function stringEnd(content: usize): usize {
  const stop = stringStop(content);
  escapedSeen = false;
  return load<u8>(stop) == 0x22 ? stop : stringEndWithEscapes(stop);
}

let failed: bool = false;

function fail(problem: i32, at: usize): usize {
  failed = true;
  put(0, <f64>problem);
  put(1, <f64>offsetOf(at));
  put(2, <f64>load<u8>(at));
  return 0;
}

/** Where a number stands after `numberEnd`. */
let numberState: i32 = MINUS;

/** Address behind a number; 0 if something is wrong. Stops at the end of what is there. */
function numberEnd(start: usize): usize {
  let at = start;
  let where = numberState;
  while (true) {
    const byte: u32 = load<u8>(at);
    if (byte - 0x30 < 10) {
      if (where == ZERO) return fail(LEADING_ZERO, at);
      if (where < ZERO) where = where == MINUS ? (byte == 0x30 ? ZERO : INTEGER) : where == DOT ? FRACTION : EXPONENT;
      at += 1;
      while (where != ZERO && <u32>load<u8>(at) - 0x30 < 10) at += 1;
    } else if (byte == 0x2e && (where == ZERO || where == INTEGER)) {
      where = DOT;
      at += 1;
    } else if ((byte | 0x20) == 0x65 && where >= ZERO && where <= FRACTION) {
      where = E;
      at += 1;
    } else if ((byte == 0x2b || byte == 0x2d) && where == E) {
      where = E_SIGN;
      at += 1;
    } else {
      numberState = where;
      if (where < ZERO && at < end) return fail(NO_DIGIT, at);
      return at;
    }
  }
}

/** Keeps the beginning of a token that does not end in what is there. */
function beginLong(start: usize, content: usize): void {
  longStart = offsetOf(start);
  memory.copy(CAPTURE, content, keptBytes + 16);
}

/** Writes a scalar to the registers: kind, address and length of its text, offset, end, escapes, cut off. */
function tellScalar(kind: i32, at: usize, length: i32, start: u64, last: u64, escaped: bool): i32 {
  put(0, <f64>kind);
  put(1, <f64>at);
  put(2, <f64>length);
  put(3, <f64>start);
  put(4, <f64>last);
  put(5, <f64>i32(escaped));
  return SCALAR;
}

/** Looks a key up that is not the one that was expected. */
function findKey(node: usize, content: usize, length: i32, escaped: bool): usize {
  if (!escaped) return under(node, content, length, true);
  if (length > 4_096) return under(node, content, 4_096, false);
  decode(content, length, length);
  return under(node, DECODED, decodedLength, false);
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
function noteOtherKey(frame: usize, node: usize, previous: usize, path: usize): void {
  if (path == OVERFLOW) {
    store<u32>(frame + LAST, <u32>path);
    return;
  }
  noteKey(frame, path);
  // The overflow is shared by all containers: what follows it in one says nothing of another.
  if (previous != OVERFLOW) store<u32>(previous ? previous + FOLLOWER : node + FIRST, <u32>path);
}

/** Reads on. @returns What is to be told. */
export function run(): i32 {
  let at = position;
  let frame = FRAMES + FRAME_BYTES * depth;
  let expected = state;
  let heard = mode;
  failed = false;
  while (true) {
    switch (expected) {
      case KEY_OR_END:
      case KEY_ONLY: {
        let byte: u32 = load<u8>(at);
        if (byte <= 0x20) {
          at = skipSpace(at);
          if (at >= end) return pause(at, expected, MORE);
          byte = load<u8>(at);
        }
        if (byte != 0x22) {
          if (expected == KEY_OR_END && byte == 0x7d) break;
          fail(UNEXPECTED, at);
          return pause(at, expected, ERROR);
        }
        if (heard == HITS) {
          const node: usize = load<u32>(frame + NODE);
          const previous: usize = load<u32>(frame + LAST);
          let path: usize = load<u32>(previous ? previous + FOLLOWER : node + FIRST);
          const mask = path ? load<i32>(path + KEY_MASK) : 0;
          let last: usize;
          if (
            mask &&
            (i8x16.bitmask(i8x16.eq(v128.load(at + 1), v128.load(path + KEY_START))) & mask) == mask
          ) {
            last = at + 1 + load<u32>(path + KEY_LENGTH);
            store<u32>(frame + STEP_LENGTH, <u32>(last - at - 1));
            noteKey(frame, path);
          } else {
            last = stringEnd(at + 1);
            if (!last) {
              if (failed) return pause(at, expected, ERROR);
              if (end - at <= <usize>keptBytes + 32) return pause(at, expected, MORE);
              beginLong(at, at + 1);
              longEscaped = escapedSeen;
              return pause(resumeAt, IN_KEY, MORE);
            }
            path = findKey(node, at + 1, <i32>(last - at - 1), escapedSeen);
            store<u32>(frame + STEP_LENGTH, <u32>(last - at - 1) | (escapedSeen ? ESCAPED : 0));
            noteOtherKey(frame, node, previous, path);
          }
          store<u32>(frame + STEP, <u32>(at + 1));
          at = last + 1;
        } else {
          const last = stringEnd(at + 1);
          if (!last) {
            if (failed) return pause(at, expected, ERROR);
            if (end - at <= <usize>keptBytes + 32) return pause(at, expected, MORE);
            beginLong(at, at + 1);
            longEscaped = escapedSeen;
            return pause(resumeAt, IN_KEY, MORE);
          }
          store<u32>(frame + STEP, <u32>(at + 1));
          store<u32>(frame + STEP_LENGTH, <u32>(last - at - 1) | (escapedSeen ? ESCAPED : 0));
          if (heard == TOKENS) {
            tellScalar(STRING, at + 1, <i32>(last - at - 1), offsetOf(at), offsetOf(last + 1), escapedSeen);
            return pause(last + 1, COLON, KEY);
          }
          at = last + 1;
        }
        expected = COLON;
      }
      // A colon follows.
      case COLON: {
        let byte: u32 = load<u8>(at);
        if (byte != 0x3a) {
          at = skipSpace(at);
          if (at >= end) return pause(at, COLON, MORE);
          byte = load<u8>(at);
          if (byte != 0x3a) {
            fail(UNEXPECTED, at);
            return pause(at, COLON, ERROR);
          }
        }
        at += 1;
        expected = VALUE;
      }
      // A value follows.
      case VALUE:
      case VALUE_OR_END: {
        let byte: u32 = load<u8>(at);
        if (byte <= 0x20) {
          at = skipSpace(at);
          if (at >= end) return pause(at, expected, MORE);
          byte = load<u8>(at);
        }
        if (byte == 0x22) {
          const last = stringEnd(at + 1);
          if (!last) {
            if (failed) return pause(at, expected, ERROR);
            if (end - at <= <usize>keptBytes + 32) return pause(at, expected, MORE);
            beginLong(at, at + 1);
            longEscaped = escapedSeen;
            return pause(resumeAt, IN_STRING, MORE);
          }
          const length = <i32>(last - at - 1);
          if (heard == HITS) {
            const path = valuePath(frame);
            takeString(path, at + 1, length, escapedSeen, length + 2);
            if (depth == unheardDepth && endHit(offsetOf(at), length + 2)) return pause(last + 1, AFTER, BATCH);
          } else if (heard == TOKENS) {
            tellScalar(STRING, at + 1, length, offsetOf(at), offsetOf(last + 1), escapedSeen);
            return pause(last + 1, depth ? AFTER : DONE, SCALAR);
          }
          at = last + 1;
        } else if (byte == 0x7b || byte == 0x5b) {
          if (depth == maxDepth) {
            fail(TOO_DEEP, at);
            return pause(at, expected, ERROR);
          }
          const isArray = byte == 0x5b;
          const path = heard == HITS ? valuePath(frame) : 0;
          depth += 1;
          frame += FRAME_BYTES;
          store<u32>(frame + NODE, <u32>path);
          store<u32>(frame + KIND, isArray ? ARRAY : OBJECT);
          store<u32>(frame + LAST, 0);
          store<u32>(frame + STEP, 0);
          store<u32>(frame + STEP_LENGTH, 0);
          store<u64>(frame + INDEX, 0);
          store<u64>(frame + START, offsetOf(at));
          serial += 1;
          store<u64>(frame + SERIAL, serial);
          at += 1;
          expected = isArray ? VALUE_OR_END : KEY_OR_END;
          if (heard == TOKENS) {
            put(0, isArray ? 1 : 0);
            put(1, <f64>offsetOf(at - 1));
            return pause(at, expected, OPEN);
          }
          continue;
        } else if (byte - 0x30 < 10 || byte == 0x2d) {
          numberState = byte == 0x2d ? MINUS : byte == 0x30 ? ZERO : INTEGER;
          const last = numberEnd(at + 1);
          if (!last) return pause(at, expected, ERROR);
          if (last >= end) {
            if (end - at <= <usize>keptBytes + 32) return pause(at, expected, MORE);
            beginLong(at, at);
            longNumber = numberState;
            return pause(last, IN_NUMBER, MORE);
          }
          const length = <i32>(last - at);
          if (heard == HITS) {
            takeNumber(valuePath(frame), at, length, numberState <= INTEGER, length);
            if (depth == unheardDepth && endHit(offsetOf(at), length)) return pause(last, AFTER, BATCH);
          } else if (heard == TOKENS) {
            tellScalar(NUMBER, at, length, offsetOf(at), offsetOf(last), false);
            return pause(last, depth ? AFTER : DONE, SCALAR);
          }
          at = last;
        } else if (byte == 0x74 || byte == 0x66 || byte == 0x6e) {
          const length: usize = byte == 0x66 ? 5 : 4;
          const word: u32 = byte == 0x74 ? 0x65757274 : byte == 0x66 ? 0x65736c61 : 0x6c6c756e;
          if (load<u32>(at + length - 4) != word) {
            const wrong = wrongLiteral(at, byte);
            if (wrong >= end) return pause(at, expected, MORE);
            fail(NO_LITERAL, wrong);
            put(3, <f64>byte);
            return pause(at, expected, ERROR);
          }
          if (heard == HITS) {
            takeLiteral(valuePath(frame), byte);
            if (depth == unheardDepth && endHit(offsetOf(at), length)) return pause(at + length, AFTER, BATCH);
          } else if (heard == TOKENS) {
            tellScalar(<i32>byte, at, <i32>length, offsetOf(at), offsetOf(at + length), false);
            return pause(at + length, depth ? AFTER : DONE, SCALAR);
          }
          at += length;
        } else {
          if (expected == VALUE_OR_END && byte == 0x5d) break;
          fail(UNEXPECTED, at);
          return pause(at, expected, ERROR);
        }
        expected = AFTER;
      }
      // What follows a value.
      case AFTER: {
        let byte: u32 = load<u8>(at);
        if (byte <= 0x20) {
          at = skipSpace(at);
          if (at >= end) return pause(at, depth ? AFTER : DONE, MORE);
          byte = load<u8>(at);
        }
        const kind = load<u32>(frame + KIND);
        if (byte == 0x2c) {
          if (kind == ARRAY) {
            if (depth == unheardDepth && heard == HITS && offsetOf(at) >= stopAt) return pause(at, AFTER, BOUNDARY);
            increment(frame + INDEX);
            expected = VALUE;
          } else expected = KEY_ONLY;
          at += 1;
          continue;
        }
        if (byte == (kind == ARRAY ? 0x5d : 0x7d)) break;
        fail(UNEXPECTED, at);
        return pause(at, AFTER, ERROR);
      }

      case IN_STRING: {
        // What is carried over may begin with the escape that was cut in two.
        escapedSeen = false;
        const stop = stringStop(at);
        const last = load<u8>(stop) == 0x22 ? stop : stringEndWithEscapes(stop);
        longEscaped = longEscaped || escapedSeen;
        if (!last) return failed ? pause(at, IN_STRING, ERROR) : pause(resumeAt, IN_STRING, MORE);
        const bytes = offsetOf(last + 1) - longStart;
        at = last + 1;
        if (heard == HITS) {
          takeString(valuePath(frame), CAPTURE, keptBytes + 1, longEscaped, bytes);
          if (depth == unheardDepth && endHit(longStart, bytes)) return pause(at, AFTER, BATCH);
        } else if (heard == TOKENS) {
          tellScalar(STRING, CAPTURE, keptBytes + 1, longStart, offsetOf(at), longEscaped);
          return pause(at, depth ? AFTER : DONE, SCALAR);
        }
        expected = AFTER;
        continue;
      }

      case IN_KEY: {
        escapedSeen = false;
        const stop = stringStop(at);
        const last = load<u8>(stop) == 0x22 ? stop : stringEndWithEscapes(stop);
        longEscaped = longEscaped || escapedSeen;
        if (!last) return failed ? pause(at, IN_KEY, ERROR) : pause(resumeAt, IN_KEY, MORE);
        at = last + 1;
        const kept = steps + <usize>STEP_BYTES * depth;
        memory.copy(kept, CAPTURE, STEP_BYTES);
        store<u32>(frame + STEP, <u32>kept);
        store<u32>(frame + STEP_LENGTH, STEP_BYTES | CUT | (longEscaped ? ESCAPED : 0));
        if (heard == HITS) {
          const node: usize = load<u32>(frame + NODE);
          noteOtherKey(frame, node, load<u32>(frame + LAST), under(node, CAPTURE, keptBytes, false));
        } else if (heard == TOKENS) {
          tellScalar(STRING, CAPTURE, keptBytes + 1, longStart, offsetOf(at), longEscaped);
          return pause(at, COLON, KEY);
        }
        expected = COLON;
        continue;
      }

      case IN_NUMBER: {
        numberState = longNumber;
        const last = numberEnd(at);
        longNumber = numberState;
        if (!last) return pause(at, IN_NUMBER, ERROR);
        if (last >= end) return pause(last, IN_NUMBER, MORE);
        const bytes = offsetOf(last) - longStart;
        at = last;
        if (heard == HITS) {
          takeNumber(valuePath(frame), CAPTURE, keptBytes + 1, numberState <= INTEGER, bytes);
          if (depth == unheardDepth && endHit(longStart, bytes)) return pause(at, AFTER, BATCH);
        } else if (heard == TOKENS) {
          tellScalar(NUMBER, CAPTURE, keptBytes + 1, longStart, offsetOf(at), false);
          return pause(at, depth ? AFTER : DONE, SCALAR);
        }
        expected = AFTER;
        continue;
      }

      default: {
        at = skipSpace(at);
        if (at >= end) return pause(at, DONE, MORE);
        fail(UNEXPECTED, at);
        return pause(at, DONE, ERROR);
      }
    }

    // The container at hand ends at `at`.
    const isEmpty = expected != AFTER;
    if (heard != TOKENS && depth == unheardDepth) {
      if (heard == HITS) {
        mode = SKIP;
        return pause(at, expected, HITS_END);
      }
      mode = heard = TOKENS;
      unheardDepth = 0;
    }
    at += 1;
    const start = load<u64>(frame + START);
    const node: usize = load<u32>(frame + NODE);
    const isArray = load<u32>(frame + KIND) == ARRAY;
    const elements = isEmpty ? 0 : load<u64>(frame + INDEX) + 1;
    depth -= 1;
    frame -= FRAME_BYTES;
    expected = AFTER;
    if (heard == HITS) {
      if (isArray) {
        increment(node + ARRAYS);
        if (elements) {
          store<u64>(node + ELEMENTS, load<u64>(node + ELEMENTS) + elements);
          if (elements > load<u64>(node + MAX_ELEMENTS)) store<u64>(node + MAX_ELEMENTS, elements);
          takeElements(node, elements);
        } else increment(node + EMPTY_ARRAYS);
      } else increment(node + OBJECTS);
      const bytes = offsetOf(at) - start;
      addBytes(node, bytes);
      if (depth == unheardDepth && endHit(start, bytes)) return pause(at, AFTER, BATCH);
    } else if (heard == TOKENS) {
      put(0, <f64>offsetOf(at));
      return pause(at, depth ? AFTER : DONE, CLOSE);
    }
  }
  return MORE;
}

/** The path of a value that begins or ended in the container at hand. */
// @ts-ignore: decorator
@inline
function valuePath(frame: usize): usize {
  if (load<u32>(frame + KIND) != ARRAY) return load<u32>(frame + LAST);
  const node: usize = load<u32>(frame + NODE);
  const element: usize = load<u32>(node + ELEMENT);
  return element ? element : elementOf(node);
}

/** Address of the first byte that differs from the literal that begins with `first`. */
function wrongLiteral(at: usize, first: u32): usize {
  const rest: u32 = first == 0x74 ? 0x00657572 : first == 0x6e ? 0x006c6c75 : 0x65736c61;
  for (let index: u32 = 0; index < 4; index += 1) {
    if (<u32>load<u8>(at + 1 + index) != ((rest >> (index << 3)) & 0xff)) return at + 1 + index;
  }
  return at + 4;
}

// @ts-ignore: decorator
@inline
function pause(at: usize, expected: i32, event: i32): i32 {
  position = at;
  state = expected;
  return event;
}
