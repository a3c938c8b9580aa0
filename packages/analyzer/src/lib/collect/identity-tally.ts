import type { HitsSummary } from '@idvkit/schema/formats';

import { numberAt } from '../scan/number-at.ts';
import { SampledIds } from './sampled-ids.ts';

/** Most ids of one entry that are remembered. The number of others is estimated from a sample. */
export const MAX_IDS = 65_536;
const MAX_SAMPLED = 4_096;
const MAX_LISTED = 10;
/** Slots of a new table, a power of two. At most half of the slots are ever taken. */
const FIRST_SLOTS = 16;
const EMPTY = -1;

/** Finds hits that have the same id. It uses arrays of numbers: a Map takes twice the time, and this is done for millions of hits. */
export class IdentityTally {
  #identities = new Float64Array(FIRST_SLOTS).fill(EMPTY);
  /** Of each slot: number of hits, index and offset of the first hit. */
  #hits = new Float64Array(FIRST_SLOTS * 3);
  #distinct = 0;
  #total = 0;
  #others: SampledIds | undefined;

  /** Forgets all hits, and keeps its memory for those of another entry. */
  clear(): void {
    this.#identities.fill(EMPTY);
    this.#distinct = 0;
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
    const slot = this.#find(identity);
    if (this.#identities[slot] === identity) {
      this.#hits[slot * 3] = numberAt(this.#hits, slot * 3) + 1;
    } else if (this.#distinct === MAX_IDS) (this.#others ??= new SampledIds(MAX_SAMPLED)).add(identity, () => 0);
    else {
      this.#identities[slot] = identity;
      this.#hits[slot * 3] = 1;
      this.#hits[slot * 3 + 1] = index;
      this.#hits[slot * 3 + 2] = offset;
      this.#distinct += 1;
      if (this.#distinct * 2 > this.#identities.length) this.#double();
    }
  }

  /** Returns the ids that are remembered. */
  identities(): Float64Array {
    return this.#identities.filter((identity) => identity !== EMPTY);
  }

  result(): HitsSummary['ids'] {
    const most: HitsSummary['ids']['most'] = [];
    for (let slot = 0; slot < this.#identities.length; slot += 1) {
      if (this.#identities[slot] === EMPTY) continue;
      const count = numberAt(this.#hits, slot * 3);
      if (count < 2) continue;
      most.push({ index: numberAt(this.#hits, slot * 3 + 1), offset: numberAt(this.#hits, slot * 3 + 2), count });
    }
    const distinct = Math.min(this.#total, this.#distinct + (this.#others?.count() ?? 0));
    return {
      total: this.#total,
      distinct,
      exact: this.#others === undefined,
      repeated: this.#total - distinct,
      most: most.sort((a, b) => b.count - a.count || a.index - b.index).slice(0, MAX_LISTED),
    };
  }

  /** Returns the slot of an identity, or the slot that it would take. */
  #find(identity: number): number {
    const last = this.#identities.length - 1;
    // The remainder, without the division of a number of 52 bits.
    for (let slot = (identity >>> 0) & last; ; slot = (slot + 1) & last) {
      const there = this.#identities[slot];
      if (there === identity || there === EMPTY) return slot;
    }
  }

  #double(): void {
    const [identities, hits] = [this.#identities, this.#hits];
    this.#identities = new Float64Array(identities.length * 2).fill(EMPTY);
    this.#hits = new Float64Array(hits.length * 2);
    for (let from = 0; from < identities.length; from += 1) {
      const identity = identities[from] ?? EMPTY;
      if (identity === EMPTY) continue;
      const to = this.#find(identity);
      this.#identities[to] = identity;
      for (let at = 0; at < 3; at += 1) this.#hits[to * 3 + at] = hits[from * 3 + at] ?? 0;
    }
  }
}
