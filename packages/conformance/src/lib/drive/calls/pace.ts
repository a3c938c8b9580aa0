import { Semaphore } from '@idvkit/delivery';

export interface PaceOptions {
  readonly concurrency: number;
  /** Starts per second. Default: no limit. */
  readonly ratePerSecond?: number | undefined;
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<void>;
}

export class Pace {
  readonly #options: PaceOptions;
  readonly #turns: Semaphore;
  #nextStart = 0;

  constructor(options: PaceOptions) {
    this.#options = options;
    this.#turns = new Semaphore(options.concurrency);
  }

  run<Result>(task: () => Promise<Result>): Promise<Result> {
    return this.#turns.run(async () => {
      await this.#space();
      return task();
    });
  }

  async #space(): Promise<void> {
    const { ratePerSecond, now, wait } = this.#options;
    if (ratePerSecond === undefined) return;
    const start = Math.max(now(), this.#nextStart);
    this.#nextStart = start + 1000 / ratePerSecond;
    const waitMs = start - now();
    if (waitMs > 0) await wait(waitMs);
  }
}
