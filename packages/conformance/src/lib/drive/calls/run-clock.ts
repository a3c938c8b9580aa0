import { pause, systemClock, type Clock } from '@idvkit/delivery';

/** The time of a run: that of the target, which may be a mock whose clock the run moves. */
export interface RunClock extends Clock {
  /** The latest that it may be: later than `now()` while time is being moved. */
  latest(): number;
  /** The longest wait that makes sense, in milliseconds: endless where waiting costs nothing. */
  readonly affordableMs: number;
  /** Real time that `pass` has taken so far, in milliseconds: 0 where waiting costs nothing. */
  readonly waitedMs: number;
  /** Lets `ms` pass. What is scheduled meanwhile happens in its turn. `reason` says what for, to whoever watches. */
  pass(ms: number, reason: string): Promise<void>;
  /**
   * Waits for deliveries that are due by now.
   *
   * @param arrived Whether everything expected is there; waiting ends at once when it is.
   * @returns Once the service has nothing under way any more, or was given time enough.
   */
  settle(arrived: () => boolean): Promise<void>;
}

const POLL_MS = 50;
/** Time between two reports of how long is left of a wait. */
const COUNTDOWN_MS = 1000;

/**
 * Real time, for targets whose clock is not ours.
 *
 * @param options `patienceMs` is how long a target is given to deliver; no wait beyond `affordableMs` makes sense. `onWait`
 *   is called once a second with the time that is left of a wait.
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
  readonly onWait?: (leftMs: number, reason: string) => void;
}): RunClock {
  let waitedMs = 0;
  const wait = async (ms: number): Promise<void> => {
    await pause(systemClock, ms, signal);
    signal?.throwIfAborted();
  };
  return {
    now: () => systemClock.now(),
    latest: () => systemClock.now(),
    schedule: (delayMs, due) => systemClock.schedule(delayMs, due),
    affordableMs,
    get waitedMs() {
      return waitedMs;
    },
    pass: async (ms, reason) => {
      const began = systemClock.now();
      try {
        for (let left = ms; left > 0; left = began + ms - systemClock.now()) {
          onWait?.(left, reason);
          await wait(Math.min(left, COUNTDOWN_MS));
        }
      } finally {
        waitedMs += systemClock.now() - began;
      }
    },
    settle: async (arrived) => {
      const end = systemClock.now() + patienceMs;
      while (!arrived() && systemClock.now() < end) await wait(POLL_MS);
    },
  };
}
