import { numberAt } from '../scan/number-at.ts';
import { IdTable } from './id-table.ts';

/** Identities are below this number, and spread evenly. */
const ALL = 2 ** 52;

/**
 * Different ids, each with a note. Of more ids than fit, it keeps a sample: those with the smallest identities. A kept id was
 * never left out before, so its note is complete.
 */
export class SampledIds {
  readonly #capacity: number;
  readonly #ids = new IdTable(1);
  #bound = ALL;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get exact(): boolean {
    return this.#bound === ALL;
  }

  /** Forgets all ids, and keeps its memory. */
  clear(): void {
    this.#ids.clear();
    this.#bound = ALL;
  }

  /** Notes something of an id. @param identity Number from 0 to 2^52 that equal ids share. */
  add(identity: number, next: (known: number | undefined) => number): void {
    while (identity < this.#bound) {
      const known = this.#ids.find(identity);
      if (known >= 0) {
        this.#ids.numbers[known] = next(this.#ids.numbers[known]);
        return;
      }
      if (this.#ids.size < this.#capacity) {
        const added = this.#ids.add(identity);
        this.#ids.numbers[added] = next(undefined);
        return;
      }
      this.#bound /= 2;
      this.#ids.keepBelow(this.#bound);
    }
  }

  /** Returns how many ids have a note of a kind; an estimate if not all are kept. */
  count(has: (note: number) => boolean = () => true): number {
    let count = 0;
    for (let index = 0; index < this.#ids.size; index += 1) if (has(numberAt(this.#ids.numbers, index))) count += 1;
    return Math.round(count * (ALL / this.#bound));
  }
}
