import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';

import type { JournalEntry } from '@idvkit/schema/formats';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { Archive, verifyArchive, type ArchiveWriter } from '../src/index.ts';
import { GroupCommit } from '../src/lib/group-commit.ts';

let parent: string;
let folder: string;
let elsewhere: string;
let archive: Archive;
let writer: ArchiveWriter;

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'idvkit-moved-'));
  folder = join(parent, 'archive');
  elsewhere = join(parent, 'elsewhere');
  archive = await Archive.create(folder);
  writer = await archive.openWriter();
});

afterEach(async () => {
  await writer.close();
  await archive.close();
  await rm(parent, { recursive: true });
});

const SMALL = '{"a":1}';
const LARGE = 'x'.repeat(200_000);

async function keep(body: string): Promise<number> {
  const stream = (async function* () {
    yield Buffer.from(body);
  })();
  const { id } = await writer.keep(stream, {
    receivedAt: '2026-01-05T03:00:00.000Z',
    method: 'POST',
    path: '/',
    headers: [],
    bearer: 'match',
    answer: 204,
  });
  return id;
}

async function bodiesIn(path: string): Promise<number[]> {
  const found = await Archive.open(path);
  expect((await verifyArchive(found)).faults).toEqual([]);
  const sizes = (await found.captures()).map(({ body }) => body.bytes);
  await found.close();
  return sizes;
}

describe('an archive whose folder is moved away from under its writer', () => {
  it.each([
    ['small', SMALL],
    ['large', LARGE],
  ])('keeps no %s body until it is back', async (_, body) => {
    await keep('first');
    await rename(folder, elsewhere);
    await expect(keep(body)).rejects.toMatchObject({ code: 'moved' });
    expect(await readdir(parent)).toEqual(['elsewhere']);
    await rename(elsewhere, folder);
    await keep(body);
    await writer.close();
    expect(await bodiesIn(folder)).toEqual([5, body.length]);
  });

  it('writes nothing into an archive that took its place', async () => {
    await keep('first');
    await rename(folder, elsewhere);
    await Archive.create(folder);
    await mkdir(join(folder, 'bodies'));
    await expect(keep(SMALL)).rejects.toMatchObject({ code: 'moved' });
    await expect(keep(LARGE)).rejects.toMatchObject({ code: 'moved' });
    expect(await readdir(join(folder, 'bodies'))).toEqual([]);
  });

  it('has all that was kept when it is opened elsewhere', async () => {
    await keep(SMALL);
    await keep(LARGE);
    await rename(folder, elsewhere);
    await writer.close();
    expect(await bodiesIn(elsewhere)).toEqual([SMALL.length, LARGE.length]);
  });

  it('keeps nothing once it is deleted', async () => {
    await keep(SMALL);
    await rm(folder, { recursive: true });
    await expect(keep(SMALL)).rejects.toMatchObject({
      code: 'moved',
      message: expect.stringContaining('was moved or deleted') as string,
    });
    expect(await readdir(parent)).toEqual([]);
  });
});

describe('GroupCommit', () => {
  const fact: JournalEntry = { kind: 'erased', id: 1, at: '2026-01-05T03:00:00.000Z' };

  it('takes back what it was writing while the folder was moved', async () => {
    const commit = await GroupCommit.open(folder);
    await commit.add(fact);
    const before = commit.written;
    // The check before it is past, that after it is not.
    const added = commit.add(fact);
    await nextTurn();
    await rename(folder, elsewhere);
    await expect(added).rejects.toMatchObject({ code: 'moved' });
    expect((await stat(join(elsewhere, 'journal.ndjson'))).size).toBe(before.journalBytes);
    expect(commit.written).toEqual(before);
    // Nothing is forgotten of what the log has.
    await expect(commit.settle()).rejects.toMatchObject({ code: 'moved' });
    expect(commit.written).toEqual(before);
    await rename(elsewhere, folder);
    await commit.settle();
    expect(commit.written.logBytes).toBe(0);
    await commit.add(fact);
    await commit.close();
  });
});
