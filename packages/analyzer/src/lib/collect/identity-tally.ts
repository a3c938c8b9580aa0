import type { HitsSummary } from '@idvkit/schema/formats';

import { numberAt } from '../scan/number-at.ts';
import { IdTable } from './id-table.ts';
import { SampledIds } from './sampled-ids.ts';

/** Most ids of one entry that are remembered. The number of others is estimated from a sample. */
export const MAX_IDS = 65_536;
const MAX_SAMPLED = 4_096;
const MAX_LISTED = 10;
/** Numbers of an id: hits that have it, then index and offset of the first one. */
const WIDTH = 3;

/** Finds hits that have the same id. */
export class IdentityTally {
  readonly #ids = new IdTable(WIDTH);
  #total = 0;
  #others: SampledIds | undefined;

  /** Forgets all hits, and keeps its memory for those of another entry. */
  clear(): void {
    this.#ids.clear();
    this.#total = 0;
    this.#others = undefined;
  }

  /**
   * Adds a hit.
   *
   * @param identity Number of 0 or more that equal ids share, or `NaN` if a hit has none.
   */
  add(identity: number, index: number, offset: number): void {
    if (Number.isNaN(identity)) return;
    this.#total += 1;
    const known = this.#ids.find(identity) * WIDTH;
    if (known >= 0) this.#ids.numbers[known] = numberAt(this.#ids.numbers, known) + 1;
    else if (this.#ids.size === MAX_IDS) (this.#others ??= new SampledIds(MAX_SAMPLED)).add(identity, () => 0);
    else {
      const at = this.#ids.add(identity) * WIDTH;
      const { numbers } = this.#ids;
      numbers[at] = 1;
      numbers[at + 1] = index;
      numbers[at + 2] = offset;
    }
  }

  /** Returns the ids that are remembered: valid until the next change. */
  identities(): Float64Array {
    return this.#ids.ids;
  }

  result(): HitsSummary['ids'] {
    const most: HitsSummary['ids']['most'] = [];
    const { numbers } = this.#ids;
    for (let at = 0; at < this.#ids.size * WIDTH; at += WIDTH) {
      const count = numberAt(numbers, at);
      if (count <= (most.length < MAX_LISTED ? 1 : (most.at(-1)?.count ?? 1))) continue;
      most.push({ index: numberAt(numbers, at + 1), offset: numberAt(numbers, at + 2), count });
      most.sort((a, b) => b.count - a.count).splice(MAX_LISTED);
    }
    const distinct = Math.min(this.#total, this.#ids.size + (this.#others?.count() ?? 0));
    return {
      total: this.#total,
      distinct,
      exact: this.#others === undefined,
      repeated: this.#total - distinct,
      most,
    };
  }
}
