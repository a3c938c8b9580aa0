import { IdTable } from './id-table.ts';

/** Identities are below this number, and spread evenly. */
const ALL = 2 ** 52;

/**
 * Different ids, each with some numbers. Of more ids than fit, it keeps a sample: those with the smallest identities. A kept id
 * was never left out before, so its numbers are complete, and samples of several lists of ids can be merged.
 */
export class SampledIds {
  readonly #capacity: number;
  readonly #width: number;
  readonly #ids: IdTable;
  #bound = ALL;

  /** @param width Numbers of each id. */
  constructor(capacity: number, width: number) {
    this.#capacity = capacity;
    this.#width = width;
    this.#ids = new IdTable(width);
  }

  get exact(): boolean {
    return this.#bound === ALL;
  }

  get size(): number {
    return this.#ids.size;
  }

  /** How many ids each kept one stands for. */
  get scale(): number {
    return ALL / this.#bound;
  }

  /** All kept ids. Valid until the next change, as the numbers. */
  get ids(): Float64Array {
    return this.#ids.ids;
  }

  /** Numbers of all ids: those of the id at an index begin at `index * width`. */
  get numbers(): Float64Array {
    return this.#ids.numbers;
  }

  /** Forgets all ids, and keeps its memory. */
  clear(): void {
    this.#ids.clear();
    this.#bound = ALL;
  }

  /**
   * Adds an id, if it is not there.
   *
   * @param identity Number from 0 to 2^52 that equal ids share.
   * @returns Where its numbers begin, all 0 if it is new; -1 if it is not kept.
   */
  add(identity: number): number {
    while (identity < this.#bound) {
      const known = this.#ids.find(identity);
      if (known >= 0) return known * this.#width;
      if (this.#ids.size < this.#capacity) {
        const start = this.#ids.add(identity) * this.#width;
        this.#ids.numbers.fill(0, start, start + this.#width);
        return start;
      }
      this.#keepBelow(this.#bound / 2);
    }
    return -1;
  }

  /** Leaves out what another sample has left out: its ids can then be added. */
  keepAs(other: SampledIds): void {
    if (other.#bound < this.#bound) this.#keepBelow(other.#bound);
  }

  #keepBelow(bound: number): void {
    this.#bound = bound;
    this.#ids.keepBelow(bound);
  }
}
