import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Archive } from '@idvkit/archive';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { runMeasured } from '../../../../../tools/run-measured.ts';
import { numberedCapture } from '../../../test/numbered-capture.ts';
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

describe('WaitingCaptures', () => {
  it('holds as little of 100,000 captures as of a thousand', async () => {
    const measured = await runMeasured(new URL('../../../test/measure-waiting-captures.ts', import.meta.url));
    expect((measured as { readonly grown: number }).grown).toBeLessThan(2_000_000); // As it prints it.
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
    for (let id = 1; id <= 300; id += 1) queue.add(numberedCapture(id));
    started.resolve();
    await queue.idle();
    expect(await problem.promise).toMatchObject({ code: 'EISDIR' });
    expect(worked).toEqual(Array.from({ length: 257 }, (_, index) => index + 1));
  });
});
