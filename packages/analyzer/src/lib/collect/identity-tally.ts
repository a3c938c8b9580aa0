import type { HitsSummary } from '@idvkit/schema/formats';

import { numberAt } from '../scan/number-at.ts';
import { PAYLOAD_BOUNDS } from './bounds.ts';
import { countDistinct } from './estimate.ts';
import { SampledIds } from './sampled-ids.ts';

const MAX_LISTED = 10;
/** Numbers of an id: hits that have it, then index and offset of the first one. */
const WIDTH = 3;

/** Finds hits that have the same id. */
export class IdentityTally {
  readonly #ids: SampledIds;
  #total = 0;

  constructor(capacity: number = PAYLOAD_BOUNDS.ids) {
    this.#ids = new SampledIds(capacity, WIDTH);
  }

  /** Forgets all hits, and keeps its memory for those of another entry. */
  clear(): void {
    this.#ids.clear();
    this.#total = 0;
  }

  /**
   * Adds a hit.
   *
   * @param identity Number of 0 or more that equal ids share, or `NaN` if a hit has none.
   */
  add(identity: number, index: number, offset: number): void {
    if (Number.isNaN(identity)) return;
    this.#total += 1;
    const start = this.#ids.add(identity);
    if (start < 0) return;
    const { numbers } = this.#ids;
    const count = numberAt(numbers, start);
    numbers[start] = count + 1;
    if (count > 0) return;
    numbers[start + 1] = index;
    numbers[start + 2] = offset;
  }

  /** Returns the ids that are kept: valid until the next change. */
  identities(): SampledIds {
    return this.#ids;
  }

  result(): HitsSummary['ids'] {
    const most: HitsSummary['ids']['most'] = [];
    const { numbers, size, exact, scale } = this.#ids;
    let keptTotal = 0;
    for (let start = 0; start < size * WIDTH; start += WIDTH) {
      const count = numberAt(numbers, start);
      keptTotal += count;
      if (count <= (most.length < MAX_LISTED ? 1 : (most.at(-1)?.count ?? 1))) continue;
      most.push({ index: numberAt(numbers, start + 1), offset: numberAt(numbers, start + 2), count });
      most.sort((a, b) => b.count - a.count).splice(MAX_LISTED);
    }
    return {
      total: this.#total,
      exact,
      kept: size,
      ...countDistinct({ total: this.#total, kept: size, keptTotal, scale }),
      most,
    };
  }
}
