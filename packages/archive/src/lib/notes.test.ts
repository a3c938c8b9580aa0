import { mkdir, mkdtemp, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { Archive, type Note } from './archive.ts';

const note: Note = { kind: 'tagged', capture: 1, at: '2026-01-05T03:00:00.000Z', add: ['keep'], remove: [] };

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'idvkit-notes-'));
});

afterEach(() => rm(folder, { recursive: true }));

describe('Notes', () => {
  it('are written again once their file can be opened', async () => {
    const archive = await Archive.create(folder);
    const inTheWay = join(folder, 'notes.ndjson');
    await mkdir(inTheWay);
    await expect(archive.record(note)).rejects.toMatchObject({ code: 'EISDIR' });
    await rmdir(inTheWay);
    await archive.record(note);
    const facts = [];
    for await (const fact of archive.facts()) facts.push(fact);
    expect(facts).toEqual([note]);
    await archive.close();
  });

  it('that could not be opened do not keep an archive from being closed', async () => {
    const archive = await Archive.create(folder);
    await mkdir(join(folder, 'notes.ndjson'));
    await expect(archive.record(note)).rejects.toMatchObject({ code: 'EISDIR' });
    await archive.close();
  });
});
