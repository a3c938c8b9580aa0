import type { ScrubKey } from './scrub-key.ts';

const ROUNDS = 10;
/** Products of radices up to here leave room for a sum in a double. */
const MAX_HALF = 2 ** 48;

/** A text that is permuted, place by place: which of how many characters stands there. */
export interface Places {
  readonly values: readonly number[];
  readonly radices: readonly number[];
}

/**
 * Permutes all texts of one shape among themselves: a Feistel network over digits of mixed radix. Two texts that differ
 * come out different, and each keeps its shape.
 *
 * @param tweak Chooses among permutations, 0 to 2^32.
 * @returns The new values, or `undefined` where there are more texts of that shape than it can count.
 */
export function permute(key: ScrubKey, purpose: number, places: Places, tweak = 0): number[] | undefined {
  const { values, radices } = places;
  const { length } = values;
  const middle = length >> 1;
  const leftSize = sizeOf(radices, 0, middle);
  const rightSize = sizeOf(radices, middle, length);
  if (leftSize > MAX_HALF || rightSize > MAX_HALF) return undefined;
  const halves = permuteHalves(key, {
    purpose,
    shape: shapeOf(length, tweak),
    left: numberOf(places, 0, middle),
    right: numberOf(places, middle, length),
    leftSize,
    rightSize,
  });
  const made: number[] = [...values];
  writeNumber(halves.left, radices, made, 0, middle);
  writeNumber(halves.right, radices, made, middle, length);
  return made;
}

/** Names a shape of texts, by how many places they have: texts of different shapes must not share their rounds. */
export function shapeOf(places: number, tweak: number): number {
  return (tweak * 64 + (places % 64)) % 2 ** 47;
}

/** Both halves of a text as numbers. */
export interface Halves {
  readonly left: number;
  readonly right: number;
}

/** What halves are permuted by, and how many there are of each. */
export interface HalvesToPermute extends Halves {
  readonly purpose: number;
  readonly shape: number;
  readonly leftSize: number;
  readonly rightSize: number;
}

/** Permutes a text that is given as two numbers; each of at most 2^48. */
export function permuteHalves(
  key: ScrubKey,
  { purpose, shape, leftSize, rightSize, ...halves }: HalvesToPermute,
): Halves {
  let { left, right } = halves;
  for (let round = 0; round < ROUNDS; round += 1) {
    if (round % 2 === 0) right = (right + key.numberOf(purpose, round, shape, left)) % rightSize;
    else left = (left + key.numberOf(purpose, round, shape, right)) % leftSize;
  }
  return { left, right };
}

function sizeOf(radices: readonly number[], from: number, to: number): number {
  let size = 1;
  for (let at = from; at < to; at += 1) size *= radices[at] ?? 1;
  return size;
}

function numberOf({ values, radices }: Places, from: number, to: number): number {
  let number = 0;
  for (let at = from; at < to; at += 1) number = number * (radices[at] ?? 1) + (values[at] ?? 0);
  return number;
}

function writeNumber(number: number, radices: readonly number[], made: number[], from: number, to: number): void {
  let rest = number;
  for (let at = to - 1; at >= from; at -= 1) {
    const radix = radices[at] ?? 1;
    made[at] = rest % radix;
    rest = Math.floor(rest / radix);
  }
}
