import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { Archive } from '../src/index.ts';
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

const inProgress = (name: string): string => `Run "${name}" is in progress in another process`;

describe('resumeRun()', () => {
  it('refuses a run that this process has, until it is released', async () => {
    const name = await archive.startRun(plan);
    await expect(archive.resumeRun(name)).rejects.toThrow(inProgress(name));
    await archive.releaseRun(name);
    expect(await archive.resumeRun(name)).toMatchObject({ name, plan });
  });

  // Two containers may have the same host name and id of a process: nothing but the lock tells them apart.
  it('refuses a run that another one has, until that one ends', async () => {
    const name = await archive.startRun(plan);
    const other = Archive.open(folder);
    await expect(other.resumeRun(name)).rejects.toThrow(inProgress(name));
    await archive.close();
    expect(await other.resumeRun(name)).toMatchObject({ name });
    await other.close();
    expect(await lockFiles()).toEqual([]);
  });

  it('takes the run of a process that was killed, from one of two that ask', async () => {
    const code = `const { Archive } = await import(process.argv[1]);
      const archive = Archive.open(process.argv[2]);
      console.log(await archive.startRun(JSON.parse(process.argv[3])));
      setInterval(() => {}, 1_000);`;
    const entry = new URL('../src/index.ts', import.meta.url).href;
    const args = [
      '--conditions=@idvkit/source',
      '--input-type=module',
      '-e',
      code,
      entry,
      folder,
      JSON.stringify(plan),
    ];
    const killed = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const [text] = (await once(killed.stdout, 'data')) as [Buffer]; // What it writes is the name.
    const name = text.toString().trim();
    await expect(archive.resumeRun(name)).rejects.toThrow(inProgress(name));
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    expect(await lockFiles()).toHaveLength(1);
    const other = Archive.open(folder);
    expect(await other.resumeRun(name)).toMatchObject({ name });
    await expect(archive.resumeRun(name)).rejects.toThrow(inProgress(name));
    await other.close();
    expect(await lockFiles()).toEqual([]);
  });

  it('takes a run whose row names a holder that no archive has', async () => {
    const name = await archive.startRun(plan);
    for (const holder of ['../archive', 'f'.repeat(32)]) {
      changeDatabase(folder, `UPDATE runs SET holder = '${holder}'`);
      expect(await archive.resumeRun(name)).toMatchObject({ name });
    }
  });
});

async function lockFiles(): Promise<string[]> {
  return (await readdir(folder)).filter((file) => file.endsWith('.lock'));
}
