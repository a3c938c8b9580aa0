import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { Archive } from '@idvkit/archive';
import type { Captured } from '@idvkit/schema/formats';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { WaitingCaptures } from './waiting-captures.ts';

let folder: string;
let archive: Archive;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'idvkit-waiting-'));
  archive = await Archive.create(folder);
});

afterEach(async () => {
  await archive.close();
  await rm(folder, { recursive: true });
});

function captured(id: number): Captured {
  return {
    kind: 'captured',
    id,
    receivedAt: '2026-01-05T03:00:00.000Z',
    method: 'POST',
    path: '/',
    headers: [['Content-Length', String(id)]],
    bearer: 'match',
    body: { sha256: id.toString(16).padStart(64, '0'), bytes: id, complete: true },
    answer: 204,
  };
}

describe('WaitingCaptures', () => {
  it('holds as little of 100,000 captures as of a thousand', () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void; // The flag defines it.
    const queue = new WaitingCaptures({
      archive,
      atOnce: 1,
      work: () => new Promise(() => {}),
      onUnreadable: () => {},
    });
    const heapAfter = (first: number, last: number): number => {
      for (let id = first; id <= last; id += 1) queue.add(captured(id), '[[1,0,"Authorization","Bearer x"]]');
      collect();
      return process.memoryUsage().heapUsed;
    };
    const few = heapAfter(1, 1_000);
    expect(heapAfter(1_001, 100_000) - few).toBeLessThan(2_000_000);
    queue.clear();
  });

  it('gives up what cannot be read back, and says why', async () => {
    await mkdir(join(folder, 'journal.ndjson'));
    const [started, problem] = [Promise.withResolvers<void>(), Promise.withResolvers<unknown>()];
    const worked: number[] = [];
    const queue = new WaitingCaptures({
      archive,
      atOnce: 1,
      work: async ({ id }) => {
        await started.promise;
        worked.push(id);
      },
      onUnreadable: problem.resolve,
    });
    for (let id = 1; id <= 300; id += 1) queue.add(captured(id));
    started.resolve();
    await queue.idle();
    expect(await problem.promise).toMatchObject({ code: 'EISDIR' });
    expect(worked).toEqual(Array.from({ length: 257 }, (_, index) => index + 1));
  });
});
