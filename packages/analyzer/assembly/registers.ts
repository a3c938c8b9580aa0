// What events tell the host: numbers in registers.

import { REGISTERS } from './layout';
import { offsetOf } from './scan';
import { SCALAR } from './vocabulary';

// @ts-ignore: decorator
@inline
export function put(register: usize, value: f64): void {
  store<f64>(REGISTERS + (register << 3), value);
}

/** Reports a scalar or key: kind, address and length of its text, offset, end, escapes. */
export function tellScalar(kind: i32, at: usize, length: i32, start: u64, last: u64, escaped: bool): i32 {
  put(0, <f64>kind);
  put(1, <f64>at);
  put(2, <f64>length);
  put(3, <f64>start);
  put(4, <f64>last);
  put(5, <f64>i32(escaped));
  return SCALAR;
}

/** True if something proved wrong in this run. */
export class Failure {
  static seen: bool = false;
}

/** Reports the error, its place, and the byte there. @returns 0: no address. */
export function fail(problem: i32, at: usize): usize {
  Failure.seen = true;
  put(0, <f64>problem);
  put(1, <f64>offsetOf(at));
  put(2, <f64>load<u8>(at));
  return 0;
}
