/** Most failures that are printed. */
const MAX_FAILURES = 20;

/** Collects what could not be read, in the order of the inputs, whichever thread reports it first. */
export class FailureList {
  #first: { readonly task: number; readonly failure: string }[] = [];
  #count = 0;

  /** @param task Number of the task that failed; failures of one task come in order. */
  add(task: number, failure: string): void {
    this.#count += 1;
    this.#first.push({ task, failure });
    if (this.#first.length > 2 * MAX_FAILURES) this.#cut();
  }

  /** Returns the first failures, and a sentence about the others. */
  result(): string[] {
    this.#cut();
    const more = this.#count - this.#first.length;
    const shown = this.#first.map(({ failure }) => failure);
    return more > 0 ? [...shown, `and ${more} more that could not be read to their end`] : shown;
  }

  #cut(): void {
    this.#first = this.#first.toSorted((a, b) => a.task - b.task).slice(0, MAX_FAILURES);
  }
}
