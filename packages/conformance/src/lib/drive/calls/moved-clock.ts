import { pause, systemClock } from '@idvkit/delivery';

import type { EventTime } from './event-time.ts';
import type { RunClock } from './run-clock.ts';

export interface MovableClock {
  /** Advances time by `ms` and awaits deliveries that are not held. @returns The new time in milliseconds. */
  advance(ms: number, held: number): Promise<number>;
  /** Time between moves. Default: that of the machine. */
  readonly time?: EventTime;
  /** Real time to wait for deliveries, in milliseconds; absent if `advance` waits for them. */
  readonly patienceMs?: number;
}

interface Alarm {
  readonly at: number;
  readonly due: () => void;
}

/** Resolution for the end of a held delivery. */
const STEP_MS = 500;
const LONG_STEP_MS = 30_000;
/** Real time for the target's messages to pass the sockets. */
const SOCKETS_MS = 1;
const SOCKETS_UNSURE_MS = 25;
const POLL_MS = 10;

/** Creates a clock for a target whose time can be moved: waits cost no real time. */
export function createMovedClock({
  clock,
  start,
  held,
}: {
  readonly clock: MovableClock;
  readonly start: number;
  readonly held: () => number;
}): RunClock {
  const flowing = (): number => clock.time?.now() ?? Date.now();
  let offset = start - flowing();
  let ahead = 0;
  const alarms = new Set<Alarm>();
  const now = (): number => flowing() + offset;

  async function advance(ms: number): Promise<void> {
    ahead = ms;
    const reached = await clock.advance(ms, held());
    // The target's time flows on during the pause, which takes long on a busy machine.
    const reachedOffset = reached - flowing();
    if (ms > 0) await pause(systemClock, clock.patienceMs === undefined ? SOCKETS_MS : SOCKETS_UNSURE_MS);
    offset = Math.max(offset, reachedOffset);
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
    mark: () => {
      clock.time?.tick();
      return now();
    },
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
        // An alarm that is due within a step ends the step.
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
