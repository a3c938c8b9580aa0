import { pause, systemClock } from '@idvkit/delivery';

import type { RunClock } from './run-clock.ts';

/** A clock elsewhere that the run moves. */
export interface MovableClock {
  /**
   * Moves time on by `ms`; 0 moves nothing.
   *
   * @param held Deliveries that are held on purpose: before and after each thing that falls due, all others are waited for.
   * @returns Its time afterwards, in milliseconds since the epoch.
   */
  advance(ms: number, held: number): Promise<number>;
  /** How long, in real milliseconds, to wait for deliveries; absent where `advance` itself waits for them. */
  readonly patienceMs?: number;
}

interface Alarm {
  readonly at: number;
  readonly due: () => void;
}

/** A step is as long as the resolution with which one sees when a held delivery is given up. */
const STEP_MS = 500;
const LONG_STEP_MS = 30_000;
/** Real time in which what the target did in a step gets through the sockets. */
const SOCKETS_MS = 1;
const SOCKETS_UNSURE_MS = 25;
const POLL_MS = 10;

/**
 * The run's clock where the target's own clock can be moved: waits cost no real time. Real time flows on top.
 *
 * @param options `held` tells how many deliveries our receivers hold just now; `start` is the target's time.
 */
export function createMovedClock({
  clock,
  start,
  held,
}: {
  readonly clock: MovableClock;
  readonly start: number;
  readonly held: () => number;
}): RunClock {
  let offset = start - Date.now();
  let ahead = 0;
  const alarms = new Set<Alarm>();
  const now = (): number => Date.now() + offset;

  async function advance(ms: number): Promise<void> {
    ahead = ms;
    const reached = await clock.advance(ms, held());
    if (ms > 0) await pause(systemClock, clock.patienceMs === undefined ? SOCKETS_MS : SOCKETS_UNSURE_MS);
    offset = Math.max(offset, reached - Date.now());
    ahead = 0;
    ring();
  }

  function ring(): void {
    for (const alarm of [...alarms].toSorted((one, other) => one.at - other.at)) {
      if (alarm.at > now()) continue;
      alarms.delete(alarm);
      alarm.due();
    }
  }

  return {
    now,
    latest: () => now() + ahead,
    affordableMs: Infinity,
    waitedMs: 0,
    schedule: (delayMs, due) => {
      const alarm = { at: now() + delayMs, due };
      alarms.add(alarm);
      return () => alarms.delete(alarm);
    },
    pass: async (ms) => {
      const end = now() + ms;
      for (let left = ms; left > 0; left = end - now()) {
        const next = Math.min(...[...alarms].map(({ at }) => at - now()));
        // An alarm that is due a little later than a step ends the step.
        const step = Math.min(left, held() > 0 ? STEP_MS : LONG_STEP_MS, Math.max(Math.ceil(next), 1));
        await advance(Math.ceil(step));
      }
      await advance(0);
    },
    settle: async (arrived) => {
      await advance(0);
      const end = Date.now() + (clock.patienceMs ?? 0);
      while (!arrived() && Date.now() < end) await pause(systemClock, POLL_MS);
    },
  };
}
