/** Choices by chance, which a seed determines. */
export interface Draw {
  /** From 0 up to 1. */
  readonly random: () => number;
  readonly below: (limit: number) => number;
  readonly chance: (share: number) => boolean;
  readonly pick: <T>(list: readonly T[]) => T;
  /** Many small numbers, few large ones: `least` at least, `most` at most, as likely in every power of ten. */
  readonly spread: (least: number, most: number) => number;
  /** The members of an object in another order. */
  readonly shuffle: (members: Readonly<Record<string, unknown>>) => Record<string, unknown>;
}

export function createDraw(seed: number): Draw {
  let state = seed >>> 0;
  const random = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(random() * limit);
  return {
    random,
    below,
    chance: (share) => random() < share,
    pick: (list) => list[below(list.length)] as (typeof list)[number], // No list is empty.
    spread: (least, most) => Math.floor(least * (most / least) ** random()),
    shuffle: (members) => {
      const entries = Object.entries(members);
      for (let last = entries.length - 1; last > 0; last -= 1) {
        const other = below(last + 1);
        [entries[last], entries[other]] = [entries[other] as [string, unknown], entries[last] as [string, unknown]]; // Both are there.
      }
      return Object.fromEntries(entries);
    },
  };
}
