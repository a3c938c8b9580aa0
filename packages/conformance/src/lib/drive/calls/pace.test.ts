import { describe, expect, it } from 'vitest';

import { Pace } from './pace.ts';

describe('Pace', () => {
  it('lets no more run at once than it should, and all of them in the end', async () => {
    const pace = new Pace({ concurrency: 3, now: () => 0, wait: () => Promise.resolve() });
    let running = 0;
    let most = 0;
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        pace.run(async () => {
          running += 1;
          most = Math.max(most, running);
          await Promise.resolve();
          running -= 1;
          return index;
        }),
      ),
    );

    expect(most).toBe(3);
    expect(results).toEqual(Array.from({ length: 20 }, (_, index) => index));
  });

  it('goes on after a failure', async () => {
    const pace = new Pace({ concurrency: 1, now: () => 0, wait: () => Promise.resolve() });
    const failing = pace.run(() => Promise.reject(new Error('no')));
    const next = pace.run(() => Promise.resolve('yes'));

    await expect(failing).rejects.toThrow('no');
    await expect(next).resolves.toBe('yes');
  });

  it('spaces starts', async () => {
    let now = 0;
    const starts: number[] = [];
    const pace = new Pace({
      concurrency: 1,
      ratePerSecond: 4,
      now: () => now,
      wait: (ms) => {
        now += ms;
        return Promise.resolve();
      },
    });
    for (let call = 0; call < 4; call += 1) {
      await pace.run(() => {
        starts.push(now);
        return Promise.resolve();
      });
    }

    expect(starts).toEqual([0, 250, 500, 750]);
  });
});
