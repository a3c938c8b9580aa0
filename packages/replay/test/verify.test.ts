import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Archive } from '@idvkit/archive';
import { createTestIo } from '@idvkit/cli-kit/testing';
import { archiveVerification, type Captured } from '@idvkit/schema/formats';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { changeDatabase, details, loseBody, spoilBody, streamOf } from '../../archive/test/written-archive.ts';
import { main } from './command-line.ts';

let folder: string;
let archive: Archive;

/** A file that a process left that does not run any more: no system gives this number. */
const LEFT_OVER = '00000000-4194305-0123456789abcdef.part';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'idvkit-verify-'));
  archive = Archive.create(folder);
});

afterEach(async () => {
  await archive.close();
  await rm(folder, { recursive: true });
});

async function fill(bodies: readonly string[]): Promise<Captured[]> {
  const writer = archive.openWriter();
  const kept: Captured[] = [];
  for (const body of bodies) kept.push(await writer.keep(streamOf(body), details));
  return kept;
}

async function replay(...argv: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const io = createTestIo({ cwd: folder });
  const [command = '', ...rest] = argv;
  const where =
    command === 'show'
      ? [command, '--dir', folder]
      : ['archive', command, ...(command === 'erase' ? ['--dir', folder] : [folder])];
  const code = await main([...where, ...rest], io);
  return { code, stdout: io.stdoutText, stderr: io.stderrText };
}

async function everyByte(): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => readFile(join(entry.parentPath, entry.name)));
  return Buffer.concat(await Promise.all(files)).toString('latin1');
}

/** Writes the file of an upload that a process of another machine left. */
async function leaveUpload(): Promise<void> {
  const path = join(folder, 'bodies', LEFT_OVER);
  await writeFile(path, 'half');
  const longAgo = new Date(0);
  await utimes(path, longAgo, longAgo);
}

describe('idvkit archive verify', () => {
  it('says what is wrong with each capture, and leaves the others usable', async () => {
    const large = 'x'.repeat(70_000);
    await fill(['first', 'second', 'third', large, large, 'sixth', 'seventh']);
    loseBody(folder, 1);
    spoilBody(folder, 2, 'sec0nd');
    const [four = '', five = ''] = archive.store
      .all('SELECT file FROM captures WHERE file IS NOT NULL ORDER BY id')
      .map(({ file }) => String(file));
    await rm(join(folder, 'bodies', four));
    await writeFile(join(folder, 'bodies', five), 'y'.repeat(70_000));
    changeDatabase(
      folder,
      "PRAGMA foreign_keys = OFF; DELETE FROM captures WHERE id = 6; UPDATE captures SET bearer = 'none' WHERE id = 7",
    );
    await leaveUpload();
    expect(await replay('verify')).toEqual({
      code: 1,
      stdout: [
        'The body of capture 1 is missing',
        'The body of capture 2 is not what was received',
        'The body of capture 4 is missing',
        'The body of capture 5 is not what was received',
        'Capture 6 is missing: it was neither erased nor is it there',
        'The entry of capture 7 is damaged',
        `No capture names bodies/${LEFT_OVER}: it is left over from a delivery that was not acknowledged, or from an erasure`,
        '6 captures, 140023 bytes: 6 faults',
        '',
      ].join('\n'),
      stderr: '',
    });
    const { faults, ...found } = archiveVerification.parse(JSON.parse((await replay('verify', '--json')).stdout));
    expect(found).toMatchObject({ complete: true, captures: 6, bytes: 140_023 });
    expect(faults.map(({ kind }) => kind)).toEqual([
      'body-missing',
      'body-changed',
      'body-missing',
      'body-changed',
      'capture-missing',
      'capture-changed',
      'orphan',
    ]);
    expect((await replay('show', '3', '--raw')).stdout).toBe('third');
    const { code, stderr } = await replay('show', '1', '--raw');
    expect([code, stderr]).toEqual([2, expect.stringContaining('Cannot read a body: the body of capture 1')]);
  });

  it('notices that the last captures were removed', async () => {
    await fill(['first', 'second', 'third']);
    changeDatabase(folder, 'PRAGMA foreign_keys = OFF; DELETE FROM captures WHERE id > 1');
    expect((await replay('verify')).stdout).toBe(
      [2, 3].map((id) => `Capture ${id} is missing: it was neither erased nor is it there\n`).join('') +
        '1 capture, 5 bytes: 2 faults\n',
    );
  });
});

describe('idvkit archive erase', () => {
  it('leaves no byte of a body, a head and what was read from them, but what another capture has', async () => {
    const secret = '{"event":{"type":"only-here"},"application":{"form":"form-of-one"}}';
    await fill([secret, 'shared', 'shared']);
    await archive.openWriter().keep(streamOf('fourth'), { ...details, path: '/hook/path-of-one' });
    expect(await everyByte()).toMatch(/only-here[^]*path-of-one/);
    expect(await replay('erase', '1', '#2', '4')).toEqual({
      code: 0,
      stdout: 'Erased #1\nErased #2\nErased #4\n',
      stderr: '',
    });
    expect(await everyByte()).not.toMatch(/only-here|form-of-one|path-of-one/);
    expect((await replay('show', '3', '--raw')).stdout).toBe('shared');
    expect(await replay('verify')).toMatchObject({ code: 0, stdout: '1 capture, 6 bytes: in order\n' });
    expect(await replay('erase', '1')).toMatchObject({ code: 2, stderr: expect.stringContaining('no capture "1"') });
  });

  it('never gives a number twice', async () => {
    await fill(['first', 'second']);
    await replay('erase', '2');
    await fill(['third']);
    expect(archive.captures().map(({ id }) => id)).toEqual([1, 3]);
  });
});

describe('idvkit archive prune', () => {
  it('does what it said that it would', async () => {
    await fill(['first', 'second']);
    expect((await replay('prune', '--max-bytes', '6', '--dry-run')).stdout).toBe('Would erase 1 capture, 5 bytes\n');
    expect((await replay('prune', '--max-bytes', '6')).stdout).toBe('Erased 1 capture, 5 bytes\n');
    expect((await replay('prune', '--max-age', '1d')).stdout).toBe('Erased 1 capture, 6 bytes\n');
    expect((await replay('prune')).code).toBe(2);
  });
});
