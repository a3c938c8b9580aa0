// Tokens that are too long to be kept in one piece: their beginning is kept, the rest is followed to its end, chunk by chunk.

import { frameAt, noteLongStep, valuePath } from './frames';
import { endHit, takeNumber, takeString } from './hits';
import { takeKey } from './keys';
import { CAPTURE } from './layout';
import { INTEGER, MINUS, Number, numberEnd } from './numbers';
import { Failure, tellScalar } from './registers';
import { offsetOf, pause, Scan } from './scan';
import { Found, stringEnd } from './strings';
import {
  AFTER,
  BATCH,
  COLON,
  DONE,
  ERROR,
  HITS,
  IN_KEY,
  IN_NUMBER,
  IN_STRING,
  KEY,
  MORE,
  NUMBER,
  SCALAR,
  STRING,
  TOKENS,
} from './vocabulary';

/** `resumeToken` has nothing to tell: the token has ended. */
export const NOTHING: i32 = -1;

/** Bytes that a vector may read beyond those that are kept. */
const BEYOND: usize = 32;

class LongToken {
  static start: u64 = 0;
  static escaped: bool = false;
  static number: i32 = MINUS;
}

/** Where a long number stands. */
export function longNumberState(): i32 {
  return LongToken.number;
}

/** Leaves a run at a key or string that does not end in what is there; `state` says which it is. */
export function pauseInString(at: usize, expected: i32, state: i32): i32 {
  if (Failure.seen) return pause(at, expected, ERROR);
  // Short enough to be kept whole: it is read again once there is more.
  if (Scan.end - at <= <usize>Scan.keptBytes + BEYOND) return pause(at, expected, MORE);
  begin(at, at + 1);
  LongToken.escaped = Found.escapes;
  return pause(Found.resumeAt, state, MORE);
}

/** Leaves a run at a number that may go on behind what is there. */
export function pauseInNumber(at: usize, last: usize, expected: i32): i32 {
  if (Scan.end - at <= <usize>Scan.keptBytes + BEYOND) return pause(at, expected, MORE);
  begin(at, at);
  LongToken.number = Number.state;
  return pause(last, IN_NUMBER, MORE);
}

function begin(start: usize, content: usize): void {
  LongToken.start = offsetOf(start);
  memory.copy(CAPTURE, content, Scan.keptBytes + 16);
}

/** Reads on in a long token. @returns What is to be told, or {@link NOTHING}. */
export function resumeToken(): i32 {
  const at = Scan.position;
  if (Scan.state == IN_NUMBER) return resumeNumber(at);
  const last = stringEnd(at);
  LongToken.escaped = LongToken.escaped || Found.escapes;
  if (!last) return Failure.seen ? pause(at, Scan.state, ERROR) : pause(Found.resumeAt, Scan.state, MORE);
  return Scan.state == IN_STRING ? endString(last + 1) : endKey(last + 1);
}

function endString(at: usize): i32 {
  const bytes = offsetOf(at) - LongToken.start;
  if (Scan.mode == HITS) {
    takeString(valuePath(frameAt(Scan.depth)), CAPTURE, Scan.keptBytes + 1, LongToken.escaped, bytes);
    return endValue(at, bytes);
  }
  return tellValue(at, STRING);
}

function endKey(at: usize): i32 {
  const frame = frameAt(Scan.depth);
  noteLongStep(frame, CAPTURE, LongToken.escaped);
  if (Scan.mode == HITS) takeKey(frame, CAPTURE, Scan.keptBytes, false);
  else if (Scan.mode == TOKENS) {
    tellScalar(STRING, CAPTURE, Scan.keptBytes + 1, LongToken.start, offsetOf(at), LongToken.escaped);
    return pause(at, COLON, KEY);
  }
  return pause(at, COLON, NOTHING);
}

function resumeNumber(at: usize): i32 {
  const last = numberEnd(at, LongToken.number);
  LongToken.number = Number.state;
  if (!last) return pause(at, IN_NUMBER, ERROR);
  if (last >= Scan.end) return pause(last, IN_NUMBER, MORE);
  const bytes = offsetOf(last) - LongToken.start;
  if (Scan.mode == HITS) {
    takeNumber(valuePath(frameAt(Scan.depth)), CAPTURE, Scan.keptBytes + 1, Number.state <= INTEGER, bytes);
    return endValue(last, bytes);
  }
  LongToken.escaped = false;
  return tellValue(last, NUMBER);
}

/** Ends a value that was measured; it may be a hit by itself. */
function endValue(at: usize, bytes: u64): i32 {
  const isFull = Scan.depth == Scan.unheardDepth && endHit(LongToken.start, bytes);
  return pause(at, AFTER, isFull ? BATCH : NOTHING);
}

function tellValue(at: usize, kind: i32): i32 {
  if (Scan.mode != TOKENS) return pause(at, AFTER, NOTHING);
  tellScalar(kind, CAPTURE, Scan.keptBytes + 1, LongToken.start, offsetOf(at), LongToken.escaped);
  return pause(at, Scan.depth ? AFTER : DONE, SCALAR);
}
