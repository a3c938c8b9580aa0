/** Repeatable random values. Not for secrets that guard anything beyond one run. */
export interface Random {
  readonly seed: number;
  integer(below: number): number;
  text(length: number): string;
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  // Mulberry32: 32 bits of state suffice for names that must only be distinct.
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (below: number): number => Math.floor(next() * below);
  return {
    seed,
    integer,
    text: (length) => Array.from({ length }, () => ALPHABET[integer(ALPHABET.length)]).join(''),
  };
}
