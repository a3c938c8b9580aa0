import type { ScrubKey } from './scrub-key.ts';

const ROUNDS = 10;
/** Products of radices up to here leave room for a sum in a double. */
const LARGEST_HALF = 2 ** 48;

/** One place of a text that is permuted: which of how many characters stands there. */
export interface Place {
  readonly value: number;
  readonly radix: number;
}

/**
 * Permutes all texts of one shape among themselves: a Feistel network over digits of mixed radix. Two texts that differ
 * come out different, and each keeps its shape.
 *
 * @param tweak Chooses among permutations, 0 to 2^32.
 * @returns The new values, or `undefined` where there are more texts of that shape than it can count.
 */
export function permute(key: ScrubKey, purpose: number, places: readonly Place[], tweak = 0): number[] | undefined {
  const middle = places.length >> 1;
  const [left, right] = [places.slice(0, middle), places.slice(middle)];
  const [leftSize, rightSize] = [sizeOf(left), sizeOf(right)];
  if (leftSize > LARGEST_HALF || rightSize > LARGEST_HALF) return undefined;
  let [one, other] = [numberOf(left), numberOf(right)];
  // Texts of different shapes must not share their rounds.
  const shape = (tweak * 64 + (places.length % 64)) % 2 ** 47;
  for (let round = 0; round < ROUNDS; round += 1) {
    if (round % 2 === 0) other = (other + key.numberOf(purpose, round, shape, one)) % rightSize;
    else one = (one + key.numberOf(purpose, round, shape, other)) % leftSize;
  }
  return [...valuesOf(one, left), ...valuesOf(other, right)];
}

function sizeOf(places: readonly Place[]): number {
  let size = 1;
  for (const { radix } of places) size *= radix;
  return size;
}

function numberOf(places: readonly Place[]): number {
  let number = 0;
  for (const { value, radix } of places) number = number * radix + value;
  return number;
}

function valuesOf(number: number, places: readonly Place[]): number[] {
  const values: number[] = Array.from({ length: places.length });
  let rest = number;
  for (let at = places.length - 1; at >= 0; at -= 1) {
    const { radix } = places[at] ?? { radix: 1 };
    values[at] = rest % radix;
    rest = Math.floor(rest / radix);
  }
  return values;
}
