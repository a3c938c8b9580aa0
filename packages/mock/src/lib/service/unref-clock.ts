import type { Clock } from '@idvkit/delivery';

/** The machine's clock, whose timers keep no process alive: a mock that is left open must not hold up its test run. */
export const unrefClock: Clock = {
  now: () => Date.now(),
  schedule: (delayMs, due) => {
    const timer = setTimeout(due, delayMs).unref();
    return () => clearTimeout(timer);
  },
};
