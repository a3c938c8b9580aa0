/** Time as the service sees it: the machine's, plus what the operator skipped. Things fall due in order. */
export class TimeLine {
  #skippedMs = 0;
  readonly #due: { readonly at: number; readonly run: () => void; readonly timer: NodeJS.Timeout }[] = [];

  get now(): number {
    return Date.now() + this.#skippedMs;
  }

  /** Runs something later. @returns A function that cancels it. */
  later(ms: number, run: () => void): () => void {
    const at = this.now + ms;
    const entry = { at, run: () => this.#take(entry) && run(), timer: setTimeout(() => entry.run(), ms) };
    this.#due.push(entry);
    return () => void this.#take(entry);
  }

  /** Skips `ms`, and lets the deliveries of each moment be answered before the next. */
  async skip(ms: number, quiet: () => Promise<void>): Promise<void> {
    const end = this.now + ms;
    await quiet();
    for (;;) {
      const [next] = this.#due.toSorted((one, other) => one.at - other.at);
      if (next === undefined || next.at > end) break;
      this.#skippedMs += Math.max(0, next.at - this.now);
      next.run();
      await quiet();
    }
    this.#skippedMs += Math.max(0, end - this.now);
  }

  stop(): void {
    for (const { timer } of this.#due.splice(0)) clearTimeout(timer);
  }

  #take(entry: { readonly timer: NodeJS.Timeout }): boolean {
    clearTimeout(entry.timer);
    const index = this.#due.findIndex(({ timer }) => timer === entry.timer);
    return this.#due.splice(index, index < 0 ? 0 : 1).length > 0;
  }
}

/** Whole seconds and an offset. */
export function stamp(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, '+00:00');
}
