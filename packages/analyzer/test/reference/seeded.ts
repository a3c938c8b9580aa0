/** Draws numbers from a seed: the same on every machine. */
export interface Draw {
  /** Returns a whole number from 0 to below a bound. */
  below(bound: number): number;
  /** Returns true in this share of all draws. */
  chance(share: number): boolean;
  of<Item>(items: readonly Item[]): Item;
}

/** Creates a generator by mulberry32. */
export function drawFrom(seed: number): Draw {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (bound: number): number => Math.floor(next() * bound);
  return {
    below,
    chance: (share) => next() < share,
    of: (items) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error('There is nothing to draw from');
      return item;
    },
  };
}
