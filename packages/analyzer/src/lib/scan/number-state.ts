// Where a number stands. Those that may end are the last four.
export const MINUS = 0;
const DOT = 1;
const E = 2;
const E_SIGN = 3;
export const ZERO = 4;
export const INTEGER = 5;
const FRACTION = 6;
const EXPONENT = 7;

/** A byte is no part of the number. */
export const NO_PART = -1;
/** A byte is a digit behind a leading zero. */
export const LEADING_ZERO = -2;

/** Where a number stands behind one more byte; {@link NO_PART} or {@link LEADING_ZERO} where it cannot go on with it. */
export function nextNumberState(state: number, byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) {
    switch (state) {
      case ZERO:
        return LEADING_ZERO;
      case MINUS:
        return byte === 0x30 ? ZERO : INTEGER;
      case DOT:
        return FRACTION;
      case E:
      case E_SIGN:
        return EXPONENT;
      default:
        return state;
    }
  }
  if (byte === 0x2e && (state === ZERO || state === INTEGER)) return DOT;
  if ((byte | 0x20) === 0x65 && (state === ZERO || state === INTEGER || state === FRACTION)) return E;
  if ((byte === 0x2b || byte === 0x2d) && state === E) return E_SIGN;
  return NO_PART;
}
