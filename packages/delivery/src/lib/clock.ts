/** Time and timers, so that tests can replace the machine's clock. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Calls `due` once, `delayMs` from now on this clock. @returns A function that takes the call back. */
  schedule(delayMs: number, due: () => void): () => void;
}

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  schedule: (delayMs, due) => {
    let timer: NodeJS.Timeout;
    const wait = (leftMs: number): void => {
      timer = leftMs > MAX_MS ? setTimeout(() => wait(leftMs - MAX_MS), MAX_MS) : setTimeout(due, leftMs);
    };
    wait(delayMs);
    return () => clearTimeout(timer);
  },
};

/** A timer of Node that is set to more goes off at once. */
const MAX_MS = 2 ** 31 - 1;

/** Resolves `delayMs` from now on `clock`, or at once when `signal` aborts. */
export function pause(clock: Clock, delayMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const cancel = clock.schedule(delayMs, done);
    function done(): void {
      signal?.removeEventListener('abort', done);
      cancel();
      resolve();
    }
    signal?.addEventListener('abort', done);
  });
}
