import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { Archive, repairArchive, verifyArchive } from '../src/index.ts';
import { writeArchive } from './written-archive.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'idvkit-lost-lines-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

const BODIES = ['{"a":1}', '{"a":2}', '{"a":3}'];

async function journalLines(): Promise<string[]> {
  return (await readFile(join(folder, 'journal.ndjson'), 'utf8')).split('\n').slice(0, -1);
}

async function writeJournal(lines: readonly string[]): Promise<void> {
  await writeFile(join(folder, 'journal.ndjson'), lines.map((line) => `${line}\n`).join(''));
}

async function filesOf(part: string): Promise<string[]> {
  return (await readdir(join(folder, part), { recursive: true })).toSorted();
}

describe('repairArchive()', () => {
  it.each([0, 1, 2])('deletes no body whose line was removed: %j', async (at) => {
    const captures = await writeArchive(folder, BODIES);
    const files = await filesOf('bodies');
    await writeJournal((await journalLines()).toSpliced(at, 1));
    const archive = await Archive.open(folder);
    const { faults } = await verifyArchive(archive);
    const file = relative(folder, archive.bodies.pathOf(captures[at]?.body.sha256 ?? ''));
    expect(faults).toContainEqual({ kind: 'orphan', file, origin: 'unknown' });
    expect((await repairArchive(archive)).deleted).toEqual([]);
    expect(await filesOf('bodies')).toEqual(files);
    await archive.close();
  });

  it('deletes the body of an erased capture that a crash left', async () => {
    const [captured] = await writeArchive(folder, BODIES);
    const archive = await Archive.open(folder);
    const path = archive.bodies.pathOf(captured?.body.sha256 ?? '');
    const writer = await archive.openWriter();
    await writer.erase([1]);
    await writer.close();
    await writeFile(path, '{"a":1}');
    const file = relative(folder, path);
    expect((await verifyArchive(archive)).faults).toEqual([{ kind: 'orphan', file, origin: 'erased' }]);
    expect((await repairArchive(archive)).deleted).toEqual([file]);
    expect((await verifyArchive(archive)).faults).toEqual([]);
    await archive.close();
  });

  it('keeps an image of a capture whose line was removed', async () => {
    await writeArchive(folder, BODIES);
    const archive = await Archive.open(folder);
    const writer = await archive.openWriter();
    const image = await archive.images.store(
      (async function* () {
        yield Buffer.from('image');
      })(),
    );
    const outcome = { sha256: image.sha256, bytes: image.bytes, contentType: 'image/png' };
    await writer.recordImage({ capture: 2, at: '2026-01-05T03:00:00Z', offset: 0, length: 1, outcome });
    await writer.close();
    await writeJournal((await journalLines()).toSpliced(1, 1));
    expect((await repairArchive(archive)).deleted).toEqual([]);
    expect(await archive.images.locate(image.sha256)).toBeDefined();
    await archive.close();
  });
});
