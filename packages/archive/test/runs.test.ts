import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { Archive } from '../src/index.ts';
import { PROCESS_NAME } from '../src/lib/process-name.ts';
import { changeDatabase, details, plan, streamOf } from './written-archive.ts';

let folder: string;
let archive: Archive;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'idvkit-runs-'));
  archive = Archive.create(folder);
  await archive.openWriter().keep(streamOf('1'), details);
});

afterEach(async () => {
  await archive.close();
  await rm(folder, { recursive: true });
});

/** Begins a run, and leaves it to a process that another name stands for. */
async function runOf(holder: string): Promise<string> {
  const name = await archive.startRun(plan, details.receivedAt);
  changeDatabase(folder, `UPDATE runs SET holder = '${holder}'`);
  return name;
}

describe('resumeRun()', () => {
  it('refuses a run that this process has, until it is released', async () => {
    const name = await archive.startRun(plan);
    await expect(archive.resumeRun(name)).rejects.toThrow(`Run "${name}" is in progress in another process`);
    await archive.releaseRun(name);
    expect(await archive.resumeRun(name)).toMatchObject({ name, plan });
  });

  // In a container, the command has the same id after each restart.
  it('takes the run of a process that had the id of this one', async () => {
    const name = await runOf(`${PROCESS_NAME}-00000000`);
    expect(await archive.resumeRun(name)).toMatchObject({ name });
  });

  it('takes the run of a process that ended', async () => {
    const [host] = PROCESS_NAME.split('-');
    // Larger than any id of a process.
    const name = await runOf(`${host}-4194305-00000000`);
    expect(await archive.resumeRun(name)).toMatchObject({ name });
  });

  it('takes the run of another machine once it recorded nothing for an hour', async () => {
    const name = await runOf('ffffffff-1-00000000');
    const resume = (at: string): Promise<unknown> => archive.resumeRun(name, Date.parse(at));
    await expect(resume('2026-01-05T03:59:59.000Z')).rejects.toThrow(
      'is in progress on another machine, or was within the last hour',
    );
    const target = 'http://t/';
    const at = '2026-01-05T03:30:00.000Z';
    await archive.addAttempt({ capture: 1, run: name, item: 1, at, target, number: 1, outcome: 'started' });
    await expect(resume('2026-01-05T04:29:59.000Z')).rejects.toThrow(
      'is in progress on another machine, or was within the last hour',
    );
    expect(await resume('2026-01-05T04:30:01.000Z')).toMatchObject({ name });
  });
});
