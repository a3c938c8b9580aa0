/** Remembers which submissions were processed, by the keys of `dedupeKey`. Keys hold the slug: keep them out of logs. */
export interface Dedupe {
  /**
   * Takes a key. Returns false if the key is taken already. Two calls at the same time must not both return true. A process that dies
   * does not give its keys back: process again what was stored and not completed.
   */
  readonly claim: (key: string) => boolean | Promise<boolean>;
  /** Gives a key back, because its submission could not be processed. */
  readonly release: (key: string) => void | Promise<void>;
}

/**
 * Creates a memory of processed submissions in this process. It forgets the oldest beyond `maxKeys`, and everything on a restart: several
 * processes need a shared one, such as a table with a unique key.
 *
 * @param options `maxKeys` Default: 10,000.
 */
export function createMemoryDedupe({ maxKeys = 10_000 }: { readonly maxKeys?: number } = {}): Dedupe {
  const keys = new Set<string>();
  return {
    claim: (key) => {
      if (keys.has(key)) return false;
      keys.add(key);
      for (const oldest of keys) {
        if (keys.size <= maxKeys) break;
        keys.delete(oldest);
      }
      return true;
    },
    release: (key) => void keys.delete(key),
  };
}
