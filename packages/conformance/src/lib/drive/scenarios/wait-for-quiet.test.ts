import { describe, expect, it } from 'vitest';

import { Recorder } from '../calls/recorder.ts';
import type { RunClock } from '../calls/run-clock.ts';
import { waitForQuiet } from './wait-for-quiet.ts';

const SINCE = 100_000;
const WITHIN = { since: SINCE, withinMs: 60_000, isOwn: (slug: string) => slug !== 'foreign' };

/** A clock on which waiting takes no time, and deliveries arrive at set moments while it does. */
function rigWith(
  arrivals: readonly { readonly at: number; readonly answeredAfterMs?: number; readonly slug?: string }[],
) {
  const recorder = new Recorder();
  let now = SINCE;
  const clock = {
    now: () => now,
    pass: (ms: number) => {
      const until = now + ms;
      for (const { at, answeredAfterMs, slug } of arrivals) {
        if (at <= now || at > until) continue;
        recorder.begin('delivery').record({
          at,
          receiver: 'a',
          ...(slug !== undefined && { slug }),
          bearer: 'match',
          request: { method: 'POST', url: '/', headers: [], body: recorder.keep(new Uint8Array()) },
          answer:
            answeredAfterMs === undefined
              ? { kind: 'none' }
              : { kind: 'status', status: 503, at: at + answeredAfterMs },
        });
      }
      now = until;
      return Promise.resolve();
    },
  };
  // Nothing else of a clock is used.
  return { recorder, clock: clock as unknown as RunClock };
}

describe('waitForQuiet()', () => {
  it.each([
    ['the last thing that may cause a delivery', [], 61_000],
    ['an answered delivery', [{ at: SINCE + 20_000, answeredAfterMs: 0 }], 81_000],
    ['the end of a delivery that is not answered', [{ at: SINCE + 2000 }], 93_000],
    [
      'the last of several retries, each within the period of the one before',
      [0, 1, 2].map((retry) => ({ at: SINCE + 1000 + retry * 40_000, answeredAfterMs: 0 })),
      142_000,
    ],
  ])('watches the whole period after %s', async (_, arrivals, waitedMs) => {
    const { clock, recorder } = rigWith(arrivals);
    await waitForQuiet({ clock, recorder, ...WITHIN });

    expect(clock.now() - SINCE).toBe(waitedMs);
  });

  it('does not wait for deliveries of applications that the run did not create', async () => {
    const arrivals = Array.from({ length: 40 }, (_, index) => ({
      at: SINCE + index * 2000,
      answeredAfterMs: 0,
      slug: 'foreign',
    }));
    const { clock, recorder } = rigWith(arrivals);
    await waitForQuiet({ clock, recorder, ...WITHIN });

    expect(clock.now() - SINCE).toBe(61_000);
  });

  it('does not wait again for a period that has passed', async () => {
    const { clock, recorder } = rigWith([]);
    await clock.pass(61_000, 'for a test');
    await waitForQuiet({ clock, recorder, ...WITHIN });

    expect(clock.now() - SINCE).toBe(61_000);
  });

  it('ends where a service delivers for ever', async () => {
    const arrivals = Array.from({ length: 1000 }, (_, index) => ({ at: SINCE + index * 10_000, answeredAfterMs: 0 }));
    const { clock, recorder } = rigWith(arrivals);
    await waitForQuiet({ clock, recorder, ...WITHIN });

    expect(clock.now() - SINCE).toBe(183_000);
  });
});
