import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { runsOf } from '../../../tools/sample.ts';
import { Archive, type CaptureEntry, type CaptureFilter } from '../src/index.ts';
import { formatCheckedLine, parseCheckedLine } from '../src/lib/journal-line.ts';
import { writeArchive } from './written-archive.ts';

let folder: string;
let index: string;
let whole: Buffer;
let entries: CaptureEntry[];

async function listed(filter: CaptureFilter = {}): Promise<CaptureEntry[]> {
  const archive = await Archive.open(folder);
  const found: CaptureEntry[] = [];
  for await (const entry of archive.list(filter)) found.push(entry);
  await archive.close();
  return found;
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'idvkit-index-'));
  index = join(folder, 'index.sqlite');
  await writeArchive(
    folder,
    Array.from(
      { length: 40 },
      (_, at) => `{"event":{"type":"submit_form","nounce":"n${at}"},"application":{"form":"f"}}`,
    ),
  );
  entries = await listed();
  whole = await readFile(index);
});

afterEach(() => rm(folder, { recursive: true }));

async function spoil(bytes: Uint8Array): Promise<void> {
  for (const name of await readdir(folder)) if (name.startsWith('index.sqlite')) await rm(join(folder, name));
  await writeFile(index, bytes);
}

describe('an index that is damaged', () => {
  it('is made again, whatever bits are flipped', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(whole.length * 8 - 1), { minLength: 1, maxLength: 20 }),
        fc.constantFrom<'recorded' | 'newest'>('recorded', 'newest'),
        async (bits, order) => {
          const bytes = Buffer.from(whole);
          for (const bit of bits) bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
          await spoil(bytes);
          expect(await listed({ order })).toEqual(order === 'newest' ? entries.toReversed() : entries);
        },
      ),
      { numRuns: runsOf(60) },
    );
  });

  it('goes on with a list where the damage was met', async () => {
    const at = whole.indexOf('"nounce":"n20"');
    expect(at).toBeGreaterThan(0);
    await spoil(whole.fill('#', at, at + 3));
    expect(await listed({ offset: 3, limit: 30 })).toEqual(entries.slice(3, 33));
    // Not in memory alone.
    expect(await readFile(index)).not.toContain('###ounce');
  });

  it('is in memory where no file can be made', async () => {
    await spoil(whole);
    await rm(index);
    await mkdir(join(index, 'folder'), { recursive: true });
    const archive = await Archive.open(folder);
    expect(await archive.count()).toBe(40);
    expect(await listed()).toEqual(entries);
    await archive.close();
  });

  it('leads to no file outside of the archive', async () => {
    const database = new DatabaseSync(index);
    const read = parseCheckedLine(String(database.prepare('SELECT fact FROM captures WHERE id = 2').get()?.['fact']));
    if ('problem' in read) throw new Error('The row is a capture');
    const { body } = Object(read.value) as { body: object };
    const forged = { ...Object(read.value), body: { ...body, sha256: '../../elsewhere' } };
    database.prepare('UPDATE captures SET fact = ? WHERE id = 2').run(formatCheckedLine(forged).trimEnd());
    database.close();

    expect(await listed()).toEqual(entries);
  });
});
