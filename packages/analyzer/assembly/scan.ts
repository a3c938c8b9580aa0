// Where a scan stands. It stops and goes on at every chunk and every event, so that all of this outlasts a call.

import { CHUNK } from './layout';
import { TOKENS, VALUE } from './vocabulary';

export class Scan {
  // Limits.
  static maxDepth: i32 = 0;
  /** Bytes of a token that must be kept in one piece. */
  static keptBytes: i32 = 0;

  // The input: what is between position and end was not read yet.
  static chunk: usize = CHUNK;
  static position: usize = CHUNK;
  static end: usize = CHUNK;
  /** Difference between an address and the offset in the input. */
  static origin: i64 = -(<i64>CHUNK);
  static line: u64 = 1;
  static lineStart: u64 = 0;

  // The grammar.
  static state: i32 = VALUE;
  static depth: i32 = 0;
  /** Events that the handler wants of the current containers. */
  static mode: i32 = TOKENS;
  /** Depth within the container that the host does not hear. */
  static unheardDepth: i32 = 0;
  /** Number of the container that was opened last. */
  static serial: u64 = 0;

  static begin(): void {
    Scan.chunk = CHUNK;
    Scan.position = CHUNK;
    Scan.end = CHUNK;
    Scan.origin = -(<i64>CHUNK);
    Scan.line = 1;
    Scan.lineStart = 0;
    Scan.state = VALUE;
    Scan.depth = 0;
    Scan.mode = TOKENS;
    Scan.unheardDepth = 0;
  }
}

// @ts-ignore: decorator
@inline
export function offsetOf(at: usize): u64 {
  return <u64>(Scan.origin + at);
}

/** Leaves a run: takes note of where it stands. @returns The event. */
// @ts-ignore: decorator
@inline
export function pause(at: usize, expected: i32, event: i32): i32 {
  Scan.position = at;
  Scan.state = expected;
  return event;
}
