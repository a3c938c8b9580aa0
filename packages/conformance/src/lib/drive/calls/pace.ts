/** Lets no more than so many calls be under way, and starts no more than so many per second. */
export interface Pace {
  /** Runs `task` when it is its turn. */
  run<Result>(task: () => Promise<Result>): Promise<Result>;
}

/**
 * Makes a pace for a whole run.
 *
 * @param options `concurrency` calls at once, `ratePerSecond` starts per second (none given: no limit); `wait` is how time
 *   is let pass between starts.
 */
export function createPace({
  concurrency,
  ratePerSecond,
  now,
  wait,
}: {
  readonly concurrency: number;
  readonly ratePerSecond?: number | undefined;
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<void>;
}): Pace {
  const waiting: (() => void)[] = [];
  let running = 0;
  let nextStart = 0;

  async function enter(): Promise<void> {
    if (running < concurrency) running += 1;
    // Whoever leaves hands its place over, so that `running` never exceeds the limit.
    else await new Promise<void>((resolve) => waiting.push(resolve));
    if (ratePerSecond === undefined) return;
    const start = Math.max(now(), nextStart);
    nextStart = start + 1000 / ratePerSecond;
    const waitMs = start - now();
    if (waitMs > 0) await wait(waitMs);
  }

  function leave(): void {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }

  return {
    run: async (task) => {
      await enter();
      try {
        return await task();
      } finally {
        leave();
      }
    },
  };
}
