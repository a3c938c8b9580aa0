/** Lets a number of tasks run at a time. The others wait for their turn in the order in which they came. */
export class Semaphore {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  /** @param permits Tasks that may run at a time. */
  constructor(permits: number) {
    this.#free = permits;
  }

  /** Resolves when it is the caller's turn, which lasts until {@link Semaphore.release}. */
  async acquire(): Promise<void> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Ends a turn. */
  release(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free += 1;
  }

  /** Runs a task when it is its turn. @returns the result of the task. */
  async run<Result>(task: () => Promise<Result>): Promise<Result> {
    await this.acquire();
    try {
      return await task();
    } finally {
      this.release();
    }
  }
}
