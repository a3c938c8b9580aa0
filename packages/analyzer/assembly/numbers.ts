// The end of numbers.

import { fail } from './registers';
import { Scan } from './scan';
import { LEADING_ZERO, NO_DIGIT } from './vocabulary';

// Where a number stands. Those that may end are the last four.
export const MINUS: i32 = 0;
const DOT: i32 = 1;
const E: i32 = 2;
const E_SIGN: i32 = 3;
export const ZERO: i32 = 4;
export const INTEGER: i32 = 5;
const FRACTION: i32 = 6;
const EXPONENT: i32 = 7;

export class Number {
  /** Where a number stands at the address that `numberEnd` gave. */
  static state: i32 = MINUS;
}

/** Address behind a number that stands at `where`; 0 if something is wrong. Stops at the end of what is there. */
export function numberEnd(start: usize, where: i32): usize {
  let at = start;
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
      Number.state = where;
      if (where < ZERO && at < Scan.end) return fail(NO_DIGIT, at);
      return at;
    }
  }
}
