// The grammar: reads on until more input is needed or something is to be told.

import {
  ARRAY,
  frameAt,
  INDEX,
  KIND,
  NODE,
  noteStep,
  OBJECT,
  openFrame,
  START,
  valuePath,
} from './frames';
import { addBytes, endHit, increment, takeElements, takeLiteral, takeNumber, takeString } from './hits';
import { skipSpace } from './input';
import { takeKey, takeKnownKey } from './keys';
import { FRAME_BYTES } from './layout';
import { isLiteral, literalLength, wrongLiteral } from './literals';
import { NOTHING, pauseInNumber, pauseInString, resumeToken } from './long-tokens';
import { INTEGER, MINUS, Number, numberEnd, ZERO } from './numbers';
import { ARRAYS, ELEMENTS, EMPTY_ARRAYS, MAX_ELEMENTS, OBJECTS } from './path';
import { fail, Failure, put, tellScalar } from './registers';
import { offsetOf, pause, Scan } from './scan';
import { Found, stringEnd } from './strings';
import {
  AFTER,
  BATCH,
  CLOSE,
  COLON,
  DONE,
  ERROR,
  HITS,
  HITS_END,
  IN_KEY,
  IN_STRING,
  KEY,
  KEY_ONLY,
  KEY_OR_END,
  MORE,
  NO_LITERAL,
  NUMBER,
  OPEN,
  SCALAR,
  SKIP,
  STRING,
  TOKENS,
  TOO_DEEP,
  UNEXPECTED,
  VALUE,
  VALUE_OR_END,
} from './vocabulary';

/** Reads on. @returns What is to be told. */
export function run(): i32 {
  Failure.seen = false;
  if (Scan.state >= IN_STRING) {
    const event = resumeToken();
    if (event != NOTHING) return event;
  }
  let at = Scan.position;
  let expected = Scan.state;
  let heard = Scan.mode;
  let frame = frameAt(Scan.depth);
  while (true) {
    // Each case goes on to the next one, which is what follows most often.
    switch (expected) {
      case KEY_OR_END:
      case KEY_ONLY: {
        let byte: u32 = load<u8>(at);
        if (byte <= 0x20) {
          at = skipSpace(at);
          if (at >= Scan.end) return pause(at, expected, MORE);
          byte = load<u8>(at);
        }
        if (byte != 0x22) {
          if (expected == KEY_OR_END && byte == 0x7d) break;
          fail(UNEXPECTED, at);
          return pause(at, expected, ERROR);
        }
        let last = heard == HITS ? takeKnownKey(frame, at) : 0;
        if (last) noteStep(frame, at + 1, last - at - 1, false);
        else {
          last = stringEnd(at + 1);
          if (!last) return pauseInString(at, expected, IN_KEY);
          if (heard == HITS) takeKey(frame, at + 1, <i32>(last - at - 1), Found.escapes);
          noteStep(frame, at + 1, last - at - 1, Found.escapes);
          if (heard == TOKENS) {
            tellScalar(STRING, at + 1, <i32>(last - at - 1), offsetOf(at), offsetOf(last + 1), Found.escapes);
            return pause(last + 1, COLON, KEY);
          }
        }
        at = last + 1;
        expected = COLON;
      }

      case COLON: {
        let byte: u32 = load<u8>(at);
        if (byte != 0x3a) {
          at = skipSpace(at);
          if (at >= Scan.end) return pause(at, COLON, MORE);
          byte = load<u8>(at);
          if (byte != 0x3a) {
            fail(UNEXPECTED, at);
            return pause(at, COLON, ERROR);
          }
        }
        at += 1;
        expected = VALUE;
      }

      case VALUE:
      case VALUE_OR_END: {
        let byte: u32 = load<u8>(at);
        if (byte <= 0x20) {
          at = byte == 0x20 && load<u8>(at, 1) > 0x20 ? at + 1 : skipSpace(at);
          if (at >= Scan.end) return pause(at, expected, MORE);
          byte = load<u8>(at);
        }
        if (byte == 0x22) {
          const last = stringEnd(at + 1);
          if (!last) return pauseInString(at, expected, IN_STRING);
          const length = <i32>(last - at - 1);
          if (heard == HITS) {
            takeString(valuePath(frame), at + 1, length, Found.escapes, length + 2);
            if (Scan.depth == Scan.unheardDepth && endHit(offsetOf(at), length + 2)) return pause(last + 1, AFTER, BATCH);
          } else if (heard == TOKENS) {
            tellScalar(STRING, at + 1, length, offsetOf(at), offsetOf(last + 1), Found.escapes);
            return pause(last + 1, Scan.depth ? AFTER : DONE, SCALAR);
          }
          at = last + 1;
        } else if (byte == 0x7b || byte == 0x5b) {
          if (Scan.depth == Scan.maxDepth) {
            fail(TOO_DEEP, at);
            return pause(at, expected, ERROR);
          }
          const isArray = byte == 0x5b;
          const path = heard == HITS ? valuePath(frame) : 0;
          Scan.depth += 1;
          frame += FRAME_BYTES;
          openFrame(frame, isArray ? ARRAY : OBJECT, path, at);
          at += 1;
          expected = isArray ? VALUE_OR_END : KEY_OR_END;
          if (heard == TOKENS) {
            put(0, isArray ? 1 : 0);
            put(1, <f64>offsetOf(at - 1));
            return pause(at, expected, OPEN);
          }
          continue;
        } else if (byte - 0x30 < 10 || byte == 0x2d) {
          const last = numberEnd(at + 1, byte == 0x2d ? MINUS : byte == 0x30 ? ZERO : INTEGER);
          if (!last) return pause(at, expected, ERROR);
          if (last >= Scan.end) return pauseInNumber(at, last, expected);
          const length = <i32>(last - at);
          if (heard == HITS) {
            takeNumber(valuePath(frame), at, length, Number.state <= INTEGER, length);
            if (Scan.depth == Scan.unheardDepth && endHit(offsetOf(at), length)) return pause(last, AFTER, BATCH);
          } else if (heard == TOKENS) {
            tellScalar(NUMBER, at, length, offsetOf(at), offsetOf(last), false);
            return pause(last, Scan.depth ? AFTER : DONE, SCALAR);
          }
          at = last;
        } else if (byte == 0x74 || byte == 0x66 || byte == 0x6e) {
          if (!isLiteral(at, byte)) {
            const wrong = wrongLiteral(at, byte);
            if (wrong >= Scan.end) return pause(at, expected, MORE);
            fail(NO_LITERAL, wrong);
            put(3, <f64>byte);
            return pause(at, expected, ERROR);
          }
          const length = literalLength(byte);
          if (heard == HITS) {
            takeLiteral(valuePath(frame), byte);
            if (Scan.depth == Scan.unheardDepth && endHit(offsetOf(at), length)) return pause(at + length, AFTER, BATCH);
          } else if (heard == TOKENS) {
            tellScalar(<i32>byte, at, <i32>length, offsetOf(at), offsetOf(at + length), false);
            return pause(at + length, Scan.depth ? AFTER : DONE, SCALAR);
          }
          at += length;
        } else {
          if (expected == VALUE_OR_END && byte == 0x5d) break;
          fail(UNEXPECTED, at);
          return pause(at, expected, ERROR);
        }
        expected = AFTER;
      }

      case AFTER: {
        let byte: u32 = load<u8>(at);
        if (byte <= 0x20) {
          at = skipSpace(at);
          if (at >= Scan.end) return pause(at, Scan.depth ? AFTER : DONE, MORE);
          byte = load<u8>(at);
        }
        const kind = load<u32>(frame + KIND);
        if (byte == 0x2c) {
          if (kind == ARRAY) {
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

      default: {
        at = skipSpace(at);
        if (at >= Scan.end) return pause(at, DONE, MORE);
        fail(UNEXPECTED, at);
        return pause(at, DONE, ERROR);
      }
    }

    // The container at hand ends at `at`.
    const isEmpty = expected != AFTER;
    if (heard != TOKENS && Scan.depth == Scan.unheardDepth) {
      if (heard == HITS) {
        Scan.mode = SKIP;
        return pause(at, expected, HITS_END);
      }
      Scan.mode = heard = TOKENS;
      Scan.unheardDepth = 0;
    }
    at += 1;
    if (heard == HITS) measureContainer(frame, at, isEmpty);
    const start = load<u64>(frame + START);
    Scan.depth -= 1;
    frame -= FRAME_BYTES;
    expected = AFTER;
    if (heard == HITS) {
      if (Scan.depth == Scan.unheardDepth && endHit(start, offsetOf(at) - start)) return pause(at, AFTER, BATCH);
    } else if (heard == TOKENS) {
      put(0, <f64>offsetOf(at));
      return pause(at, Scan.depth ? AFTER : DONE, CLOSE);
    }
  }
  return MORE;
}

/** Counts a container that ends before `at`. */
// @ts-ignore: decorator
@inline
function measureContainer(frame: usize, at: usize, isEmpty: bool): void {
  const path: usize = load<u32>(frame + NODE);
  if (load<u32>(frame + KIND) == OBJECT) increment(path + OBJECTS);
  else {
    increment(path + ARRAYS);
    if (isEmpty) increment(path + EMPTY_ARRAYS);
    else {
      const elements = load<u64>(frame + INDEX) + 1;
      store<u64>(path + ELEMENTS, load<u64>(path + ELEMENTS) + elements);
      if (elements > load<u64>(path + MAX_ELEMENTS)) store<u64>(path + MAX_ELEMENTS, elements);
      takeElements(path, elements);
    }
  }
  addBytes(path, offsetOf(at) - load<u64>(frame + START));
}
