/**
 * Chooses what the test command tests of long tables and properties: a sample that never changes, with one seed. `pnpm run prove` sets
 * `IDVKIT_SEED` to a random number, and then everything is tested. The same number repeats a proof.
 */
import { createHash } from 'node:crypto';

/** Share of the runs of a property that are in the sample. */
const SAMPLED_RUNS = 1 / 4;

const given = process.env['IDVKIT_SEED'];
if (given !== undefined && !/^\d{1,9}$/.test(given)) {
  throw new Error(`IDVKIT_SEED is "${given}". Set it to a whole number below 1,000,000,000, or unset it.`);
}

/** Whether everything is tested, as in `pnpm run prove`. */
export const isProof = given !== undefined;

/** Seed of everything that is generated. */
export const SEED = Number(given ?? 1);

/** Returns the cases of the sample: the first one and every `every`th after it. In a proof, returns all. */
export function sampleOf<Case>(cases: readonly Case[], { every }: { readonly every: number }): Case[] {
  return cases.filter((_, index) => isProof || index % every === 0);
}

/** Returns how often a property is tested: a quarter of `runs`. In a proof, returns all `runs`. */
export function runsOf(runs: number): number {
  return isProof ? runs : Math.ceil(runs * SAMPLED_RUNS);
}

/** Returns bytes that depend only on the seed, and that compression does not make fewer. */
export function seededBytes(seed: number | string, length: number): Buffer {
  return createHash('shake256', { outputLength: length }).update(String(seed)).digest();
}

/** Returns a function like `Math.random` whose numbers depend only on the seed (Mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
