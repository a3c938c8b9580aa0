import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';

import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { Commits } from './commits.ts';

describe('Commits', () => {
  it('makes changes on a machine so busy that each look at the clock is late', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'idvkit-commits-'));
    const database = new DatabaseSync(':memory:');
    let now = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 1_000));
    onTestFinished(async () => {
      clock.mockRestore();
      database.close();
      await rm(folder, { recursive: true });
    });
    const commits = new Commits(database, folder);

    expect(await commits.make(() => 'first')).toBe('first');
    // A change that nothing makes would keep the test waiting for good.
    expect(await Promise.race([commits.make(() => 'second'), setImmediate('never')])).toBe('second');
  });
});
