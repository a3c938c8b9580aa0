/** Identities are below this number, and spread evenly. */
const ALL = 2 ** 52;

/**
 * Different ids, each with a note. Of more ids than fit, it keeps a sample: those with the smallest identities. A kept id was
 * never left out before, so its note is complete.
 */
export class SampledIds {
  readonly #capacity: number;
  readonly #notes = new Map<number, number>();
  #bound = ALL;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get exact(): boolean {
    return this.#bound === ALL;
  }

  /** Notes something of an id. @param identity Number from 0 to 2^52 that equal ids share. */
  add(identity: number, next: (known: number | undefined) => number): void {
    if (identity >= this.#bound) return;
    this.#notes.set(identity, next(this.#notes.get(identity)));
    while (this.#notes.size > this.#capacity) {
      this.#bound /= 2;
      for (const each of this.#notes.keys()) if (each >= this.#bound) this.#notes.delete(each);
    }
  }

  /** Returns how many ids have a note of a kind; an estimate if not all are kept. */
  count(has: (note: number) => boolean = () => true): number {
    let count = 0;
    for (const note of this.#notes.values()) if (has(note)) count += 1;
    return Math.round(count * (ALL / this.#bound));
  }
}
