import type { ValueCounts } from '@idvkit/schema/formats';

interface Slot {
  readonly value: string;
  readonly hash: number;
  count: number;
}

/**
 * Counts how often values occur, in bounded memory, so that tables can be merged in any order.
 *
 * Of more values than fit, those with the smallest hashes are kept. Such a value was never left out before, in whatever
 * order values came and tables were merged: its count is exact. Where the hashes of those that are kept end tells
 * how many there are in all.
 */
export class ValueTable {
  readonly #capacity: number;
  readonly #slots = new Map<string, Slot>();
  #total = 0;
  /** Slot that makes room next; found when it is asked for. */
  #greatest: Slot | undefined;
  #full = false;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** False once there were more values than fit. */
  get exact(): boolean {
    return !this.#full;
  }

  get total(): number {
    return this.#total;
  }

  get kept(): number {
    return this.#slots.size;
  }

  add(value: string, times = 1): void {
    this.#total += times;
    this.#keep(value, times);
  }

  /** Adds what another table has counted. */
  merge(other: ValueCounts): void {
    this.#total += other.total;
    for (const { value, count } of other.counts) this.#keep(value, count);
    // What the other table left out comes after all that it kept, and so after what fits here.
    if (!other.exact) {
      this.#full = true;
      this.#cutTo(Math.min(this.#capacity, other.counts.length));
    }
  }

  /** How many different values there are; estimated once there were more than fit. */
  distinct(): number {
    const last = this.#full ? this.#findGreatest() : undefined;
    if (last === undefined) return this.#slots.size;
    return Math.max(Math.round(((this.#slots.size - 1) * 2 ** 32) / (last.hash + 1)), this.#slots.size + 1);
  }

  result(): ValueCounts {
    const counts = [...this.#slots.values()]
      .sort((a, b) => b.count - a.count || compareTexts(a.value, b.value))
      .map(({ value, count }) => ({ value, count }));
    return { total: this.#total, distinct: this.distinct(), exact: this.exact, counts };
  }

  #keep(value: string, times: number): void {
    const known = this.#slots.get(value);
    if (known) {
      known.count += times;
      return;
    }
    const slot = { value, hash: hashOf(value), count: times };
    if (this.#full) {
      const greatest = this.#findGreatest();
      if (greatest === undefined || compareSlots(slot, greatest) > 0) return;
    }
    this.#slots.set(value, slot);
    if (this.#greatest && compareSlots(slot, this.#greatest) > 0) this.#greatest = slot;
    if (this.#slots.size > this.#capacity) {
      this.#full = true;
      this.#cutTo(this.#capacity);
    }
  }

  #cutTo(size: number): void {
    while (this.#slots.size > size) {
      const greatest = this.#findGreatest();
      if (greatest === undefined) return;
      this.#slots.delete(greatest.value);
      this.#greatest = undefined;
    }
  }

  #findGreatest(): Slot | undefined {
    if (this.#greatest === undefined) {
      for (const slot of this.#slots.values()) {
        if (this.#greatest === undefined || compareSlots(slot, this.#greatest) > 0) this.#greatest = slot;
      }
    }
    return this.#greatest;
  }
}

/** Order of texts by their code units, the same on every machine. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function compareSlots(a: Slot, b: Slot): number {
  return a.hash - b.hash || compareTexts(a.value, b.value);
}

/** FNV-1a over the code units of a text, with the finish of MurmurHash3, which spreads short texts. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
