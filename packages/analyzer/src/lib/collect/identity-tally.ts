import type { HitsSummary } from '@idvkit/schema/formats';

/** Most ids of one entry that are told apart. */
const MAX_IDS = 65_536;
/** How many repeated ids are listed. */
const MAX_LISTED = 10;
/** Slots to begin with, a power of two. At most half of them are ever taken. */
const FIRST_SLOTS = 16;
const EMPTY = -1;

/** Finds hits that have the same id, in a table of numbers: this is done for every hit of millions. */
export class IdentityTally {
  #slots = new Slots(FIRST_SLOTS);
  #distinct = 0;
  #total = 0;
  #repeated = 0;
  #exact = true;

  /** Forgets all hits, and keeps its room for those of another entry. */
  clear(): void {
    this.#slots.clear();
    this.#distinct = 0;
    this.#total = 0;
    this.#repeated = 0;
    this.#exact = true;
  }

  /**
   * Adds a hit.
   *
   * @param identity Number of 0 or more that equal ids share, or `NaN` where a hit has none.
   */
  add(identity: number, index: number, offset: number): void {
    if (Number.isNaN(identity)) return;
    this.#total += 1;
    const slot = this.#slots.find(identity);
    if (this.#slots.identities[slot] === identity) {
      this.#slots.counts[slot] = (this.#slots.counts[slot] ?? 0) + 1;
      this.#repeated += 1;
    } else if (this.#distinct === MAX_IDS) this.#exact = false;
    else {
      this.#slots.take(slot, { identity, index, offset, count: 1 });
      this.#distinct += 1;
      if (this.#distinct * 2 > this.#slots.identities.length) this.#slots = this.#slots.doubled();
    }
  }

  result(): HitsSummary['ids'] {
    return {
      total: this.#total,
      distinct: this.#distinct,
      exact: this.#exact,
      repeated: this.#repeated,
      most: this.#slots
        .repeated()
        .sort((a, b) => b.count - a.count || a.index - b.index)
        .slice(0, MAX_LISTED)
        .map(({ index, offset, count }) => ({ index, offset, count })),
    };
  }
}

interface Seen {
  readonly identity: number;
  /** Of the first hit with this id. */
  readonly index: number;
  readonly offset: number;
  readonly count: number;
}

class Slots {
  readonly identities: Float64Array;
  readonly counts: Float64Array;
  readonly #indices: Float64Array;
  readonly #offsets: Float64Array;

  constructor(size: number) {
    this.identities = new Float64Array(size).fill(EMPTY);
    this.counts = new Float64Array(size);
    this.#indices = new Float64Array(size);
    this.#offsets = new Float64Array(size);
  }

  clear(): void {
    this.identities.fill(EMPTY);
    this.counts.fill(0);
  }

  /** The slot that an identity has, or would take. */
  find(identity: number): number {
    const size = this.identities.length;
    let slot = identity % size;
    for (;;) {
      const there = this.identities[slot];
      if (there === identity || there === EMPTY) return slot;
      slot = slot + 1 === size ? 0 : slot + 1;
    }
  }

  take(slot: number, { identity, index, offset, count }: Seen): void {
    this.identities[slot] = identity;
    this.counts[slot] = count;
    this.#indices[slot] = index;
    this.#offsets[slot] = offset;
  }

  /** Those that were seen more than once. */
  repeated(): Seen[] {
    const found: Seen[] = [];
    for (let slot = 0; slot < this.identities.length; slot += 1)
      if ((this.counts[slot] ?? 0) > 1) found.push(this.#at(slot));
    return found;
  }

  doubled(): Slots {
    const larger = new Slots(this.identities.length * 2);
    for (let slot = 0; slot < this.identities.length; slot += 1) {
      const identity = this.identities[slot] ?? EMPTY;
      if (identity !== EMPTY) larger.#copy(larger.find(identity), this, slot);
    }
    return larger;
  }

  #copy(slot: number, from: Slots, place: number): void {
    this.identities[slot] = from.identities[place] ?? EMPTY;
    this.counts[slot] = from.counts[place] ?? 0;
    this.#indices[slot] = from.#indices[place] ?? 0;
    this.#offsets[slot] = from.#offsets[place] ?? 0;
  }

  #at(slot: number): Seen {
    const [identity = EMPTY, count = 0] = [this.identities[slot], this.counts[slot]];
    return { identity, count, index: this.#indices[slot] ?? 0, offset: this.#offsets[slot] ?? 0 };
  }
}
