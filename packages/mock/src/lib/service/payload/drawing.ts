import { createHash } from 'node:crypto';

export interface Drawing {
  /** An integer from `from` to `to`, both included. */
  integer(from: number, to: number): number;
  /** One of `choices`, of which there is at least one. */
  pick<Choices extends readonly [unknown, ...unknown[]]>(choices: Choices): Choices[number];
  digits(count: number): string;
}

export function drawingFrom(text: string): Drawing {
  // xorshift128 over the digest of the text: quick, and good enough for names and numbers.
  const digest = createHash('sha256').update(text).digest();
  let [x, y, z, w] = [0, 4, 8, 12].map((offset) => digest.readUInt32LE(offset)) as [number, number, number, number];
  const next = (): number => {
    const mixed = x ^ (x << 11);
    [x, y, z] = [y, z, w];
    w = (w ^ (w >>> 19) ^ mixed ^ (mixed >>> 8)) >>> 0;
    return w;
  };
  const integer = (from: number, to: number): number => from + (next() % (to - from + 1));
  return {
    integer,
    pick: (choices) => choices[integer(0, choices.length - 1)] ?? choices[0],
    digits: (count) => Array.from({ length: count }, () => integer(0, 9)).join(''),
  };
}
