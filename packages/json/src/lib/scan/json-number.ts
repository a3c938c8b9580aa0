/** Where a number stands. From {@link Num.Zero} on it may end. */
export const Num = { Minus: 0, Dot: 1, E: 2, Sign: 3, Zero: 4, Integer: 5, Fraction: 6, Exponent: 7 } as const;

export type Num = (typeof Num)[keyof typeof Num];

/** Where a number stands after its first byte; undefined where no number begins with it. */
export function beginNumber(byte: number): Num | undefined {
  if (byte === 0x2d) return Num.Minus;
  if (byte === 0x30) return Num.Zero;
  return byte > 0x30 && byte <= 0x39 ? Num.Integer : undefined;
}

/** Where a number stands after one more byte; undefined where that byte is not part of it. */
export function continueNumber(at: Num, byte: number): Num | undefined {
  if (byte >= 0x30 && byte <= 0x39) {
    if (at === Num.Minus) return byte === 0x30 ? Num.Zero : Num.Integer;
    if (at === Num.Dot) return Num.Fraction;
    if (at === Num.E || at === Num.Sign) return Num.Exponent;
    return at === Num.Zero ? undefined : at;
  }
  if (byte === 0x2e) return at === Num.Zero || at === Num.Integer ? Num.Dot : undefined;
  if (byte === 0x65 || byte === 0x45) {
    return at === Num.Zero || at === Num.Integer || at === Num.Fraction ? Num.E : undefined;
  }
  return (byte === 0x2b || byte === 0x2d) && at === Num.E ? Num.Sign : undefined;
}
