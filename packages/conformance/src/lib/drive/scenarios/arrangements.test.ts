import { describe, expect, it } from 'vitest';

import type { PlannedReceiver } from '../calls/planned-receiver.ts';
import { Recorder } from '../calls/recorder.ts';
import type { RunClock } from '../calls/run-clock.ts';
import { Arrangements } from './arrangements.ts';

describe('Arrangements.delivering()', () => {
  it.each([
    ['waits for what was done', {}, 1],
    ['does not wait where nothing was done', undefined, 0],
  ])('%s', async (_, result, waits) => {
    let waited = 0;
    const settle = (): Promise<void> => {
      waited += 1;
      return Promise.resolve();
    };
    const arrangements = new Arrangements({
      operator: {},
      recorder: new Recorder(),
      // Nothing else of these is used.
      clock: { settle } as unknown as RunClock,
      receivers: { ids: ['a'], arrived: () => 0 } as unknown as PlannedReceiver,
    });
    await arrangements.delivering({ slug: 's', state: 'open', form: { slug: 'f', flow: 'plain' } }, () =>
      Promise.resolve(result),
    );

    expect(waited).toBe(waits);
  });
});
