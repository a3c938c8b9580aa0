// The end of strings.

import { escapedEnd } from './escapes';
import { fail } from './registers';
import { Scan } from './scan';
import { isEscape, isHex, stringStop } from './text';
import { CONTROL, NO_ESCAPE, NO_HEX } from './vocabulary';

/** Properties of a string, found while its end was searched. */
export class Found {
  static escapes: bool = false;
  /** Where reading has to go on when a string does not end in what is there. */
  static resumeAt: usize = 0;
}

/** Address of the quote that ends the string; 0 if it is not there or something is wrong. */
// @ts-ignore: decorator
@inline
export function stringEnd(content: usize): usize {
  const stop = stringStop(content);
  Found.escapes = false;
  return load<u8>(stop) == 0x22 ? stop : stringEndWithEscapes(stop);
}

function stringEndWithEscapes(stop: usize): usize {
  Found.escapes = load<u8>(stop) == 0x5c;
  const end = escapedEnd(stop);
  return load<u8>(end) == 0x22 ? end : escapedEndByBytes(end);
}

/** Reads on byte by byte where something is wrong or cut off, to say what and where. */
function escapedEndByBytes(start: usize): usize {
  let at = stringStop(start);
  while (true) {
    const byte: u32 = load<u8>(at);
    if (byte == 0x22) return at;
    if (at >= Scan.end) return resumeAt(at);
    if (byte != 0x5c) return fail(CONTROL, at);
    Found.escapes = true;
    const escape: u32 = load<u8>(at, 1);
    if (isEscape(escape)) at += 2;
    else if (at + 1 >= Scan.end) return resumeAt(at);
    else if (escape == 0x75) {
      for (let digit: usize = 2; digit < 6; digit += 1) {
        if (at + digit >= Scan.end) return resumeAt(at);
        if (!isHex(load<u8>(at + digit))) return fail(NO_HEX, at + digit);
      }
      at += 6;
    } else return fail(NO_ESCAPE, at + 1);
    at = stringStop(at);
  }
}

/** An escape that is cut in two is read again, as a whole. */
// @ts-ignore: decorator
@inline
function resumeAt(at: usize): usize {
  Found.resumeAt = at;
  return 0;
}
