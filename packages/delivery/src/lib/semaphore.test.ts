import { setImmediate as turnOfTheEventLoop } from 'node:timers/promises';

import { describe, expect, it } from 'vitest';

import { Semaphore } from './semaphore.ts';

describe('Semaphore', () => {
  it('runs as many tasks at a time as it has permits, in the order in which they came', async () => {
    const semaphore = new Semaphore(2);
    const log: string[] = [];
    const ends = new Map<string, () => void>();
    const task = (name: string) => (): Promise<string> => {
      log.push(name);
      return new Promise((resolve) => ends.set(name, () => resolve(name)));
    };
    const tasks = ['a', 'b', 'c', 'd'].map((name) => semaphore.run(task(name)));
    await turnOfTheEventLoop();
    expect(log).toEqual(['a', 'b']);

    ends.get('b')?.();
    expect(await tasks[1]).toBe('b');
    await turnOfTheEventLoop();
    expect(log).toEqual(['a', 'b', 'c']);

    for (const name of ['a', 'c']) ends.get(name)?.();
    await Promise.all([tasks[0], tasks[2]]);
    await turnOfTheEventLoop();
    ends.get('d')?.();
    await tasks[3];
    expect(await semaphore.run(() => Promise.resolve('e'))).toBe('e');
  });

  it('ends the turn of a task that fails', async () => {
    const semaphore = new Semaphore(1);

    await expect(semaphore.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await semaphore.run(() => Promise.resolve('next'))).toBe('next');
  });

  it('lets a task run at once after turns that nobody waited for', async () => {
    const semaphore = new Semaphore(1);
    await semaphore.acquire();
    semaphore.release();
    await semaphore.acquire();
    let isSecond = false;
    const second = semaphore.acquire().then(() => (isSecond = true));
    await turnOfTheEventLoop();
    expect(isSecond).toBe(false);

    semaphore.release();
    expect(await second).toBe(true);
  });
});
