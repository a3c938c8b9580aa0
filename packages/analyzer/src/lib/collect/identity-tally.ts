import type { HitsSummary } from '@idvkit/schema/formats';

/** Most ids of one entry that are told apart. */
const MAX_IDS = 65_536;
/** How many repeated ids are listed. */
const MAX_LISTED = 10;

/** Finds hits that have the same id. */
export class IdentityTally {
  readonly #seen = new Map<number, { readonly index: number; readonly offset: number; count: number }>();
  #total = 0;
  #repeated = 0;
  #exact = true;

  /**
   * Adds a hit.
   *
   * @param identity Number that equal ids share, or `NaN` where a hit has none.
   */
  add(identity: number, hit: { readonly index: number; readonly offset: number }): void {
    if (Number.isNaN(identity)) return;
    this.#total += 1;
    const known = this.#seen.get(identity);
    if (known) {
      known.count += 1;
      this.#repeated += 1;
    } else if (this.#seen.size < MAX_IDS) this.#seen.set(identity, { ...hit, count: 1 });
    else this.#exact = false;
  }

  result(): HitsSummary['ids'] {
    return {
      total: this.#total,
      distinct: this.#seen.size,
      exact: this.#exact,
      repeated: this.#repeated,
      most: [...this.#seen.values()]
        .filter(({ count }) => count > 1)
        .sort((a, b) => b.count - a.count || a.index - b.index)
        .slice(0, MAX_LISTED),
    };
  }
}
