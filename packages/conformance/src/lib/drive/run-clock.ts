import { pause, systemClock, type Clock } from '@idvkit/delivery';

/** The time of a run: that of the target, which may be a mock whose clock the run moves. */
export interface RunClock extends Clock {
  /** The latest that it may be: later than `now()` while time is being moved. */
  latest(): number;
  /** The longest wait that makes sense, in milliseconds: endless where waiting costs nothing. */
  readonly affordableMs: number;
  /** Lets `ms` pass. What is scheduled meanwhile happens in its turn. */
  pass(ms: number): Promise<void>;
  /**
   * Waits for deliveries that are due by now.
   *
   * @param arrived Whether everything expected is there; waiting ends at once when it is.
   * @returns Once the service has nothing under way any more, or was given time enough.
   */
  settle(arrived: () => boolean): Promise<void>;
}

const POLL_MS = 50;

/**
 * Real time, for targets whose clock is not ours.
 *
 * @param options `patienceMs` is how long a target is given to deliver; no wait beyond `affordableMs` makes sense.
 */
export function createRealClock({
  patienceMs,
  affordableMs,
  signal,
  onWait,
}: {
  readonly patienceMs: number;
  readonly affordableMs: number;
  readonly signal?: AbortSignal | undefined;
  readonly onWait?: (ms: number) => void;
}): RunClock {
  const wait = async (ms: number): Promise<void> => {
    await pause(systemClock, ms, signal);
    signal?.throwIfAborted();
  };
  return {
    now: () => systemClock.now(),
    latest: () => systemClock.now(),
    schedule: (delayMs, due) => systemClock.schedule(delayMs, due),
    affordableMs,
    pass: async (ms) => {
      onWait?.(ms);
      await wait(ms);
    },
    settle: async (arrived) => {
      const end = systemClock.now() + patienceMs;
      while (!arrived() && systemClock.now() < end) await wait(POLL_MS);
    },
  };
}
