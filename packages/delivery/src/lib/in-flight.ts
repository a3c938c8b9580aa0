/** Counts what is under way and tells when little enough of it is left. */
export class InFlight {
  #count = 0;
  readonly #waiting = new Set<{ readonly max: number; readonly resolve: () => void }>();

  get count(): number {
    return this.#count;
  }

  enter(): void {
    this.#count += 1;
  }

  leave(): void {
    this.#count -= 1;
    for (const waiting of this.#waiting) {
      if (this.#count > waiting.max) continue;
      this.#waiting.delete(waiting);
      waiting.resolve();
    }
  }

  /** Resolves once at most `max` are under way. */
  atMost(max: number): Promise<void> {
    if (this.#count <= max) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiting.add({ max, resolve });
    });
  }
}
