import { pause, systemClock, type Clock } from '@idvkit/delivery';

export interface RunClock extends Clock {
  /** Returns the time of a new event. Where no time flows, it is later than that of the event before. */
  mark(): number;
  /** Latest possible time: later than `now()` while time is being moved. */
  latest(): number;
  /** Longest sensible wait, in milliseconds: infinite if waiting costs nothing. */
  readonly affordableMs: number;
  /** Real time spent in `pass`, in milliseconds: 0 if waiting costs nothing. */
  readonly waitedMs: number;
  /** Waits `ms`; scheduled events happen in order. Progress shows `reason`. */
  pass(ms: number, reason: string): Promise<void>;
  /** Waits until something arrived, for at most `limitMs` of real time. Default: the patience of the run. */
  settle(arrived: () => boolean, limitMs?: number): Promise<void>;
}

const POLL_MS = 50;
const COUNTDOWN_MS = 1000;

/** Creates a clock of real time. `onWait` is called once a second with the time left. */
export function createRealClock({
  patienceMs,
  affordableMs,
  signal,
  onWait,
  during = (wait) => wait(),
}: {
  readonly patienceMs: number;
  readonly affordableMs: number;
  readonly signal?: AbortSignal | undefined;
  readonly onWait?: (leftMs: number, reason: string) => void;
  /** Does something else while a wait lasts. */
  readonly during?: <Result>(wait: () => Promise<Result>) => Promise<Result>;
}): RunClock {
  let waitedMs = 0;
  const wait = async (ms: number): Promise<void> => {
    await pause(systemClock, ms, signal);
    signal?.throwIfAborted();
  };
  return {
    now: () => systemClock.now(),
    mark: () => systemClock.now(),
    latest: () => systemClock.now(),
    schedule: (delayMs, due) => systemClock.schedule(delayMs, due),
    affordableMs,
    get waitedMs() {
      return waitedMs;
    },
    pass: async (ms, reason) => {
      const began = systemClock.now();
      try {
        await during(async () => {
          for (let left = ms; left > 0; left = began + ms - systemClock.now()) {
            onWait?.(left, reason);
            await wait(Math.min(left, COUNTDOWN_MS));
          }
        });
      } finally {
        waitedMs += systemClock.now() - began;
      }
    },
    settle: async (arrived, limitMs = patienceMs) => {
      const end = systemClock.now() + limitMs;
      while (!arrived() && systemClock.now() < end) await wait(POLL_MS);
    },
  };
}
