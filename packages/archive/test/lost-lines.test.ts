import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { Readable } from 'node:stream';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import {
  Archive,
  repairArchive,
  verifyArchive,
  type ArchiveFault,
  type CaptureDetails,
  type Repair,
} from '../src/index.ts';
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

const details: CaptureDetails = {
  receivedAt: '2026-01-05T03:00:00.000Z',
  method: 'POST',
  path: '/',
  headers: [],
  bearer: 'match',
  answer: 204,
};

async function keepMore(bodies: readonly string[]): Promise<void> {
  const archive = await Archive.open(folder);
  const writer = await archive.openWriter();
  for (const body of bodies) {
    await writer.keep(Readable.from([Buffer.from(body)]), details);
  }
  await writer.close();
  await archive.close();
}

async function findings(): Promise<readonly ArchiveFault[]> {
  const archive = await Archive.open(folder);
  const { faults } = await verifyArchive(archive);
  await archive.close();
  return faults.filter(({ kind }) => kind !== 'orphan');
}

async function repair(): Promise<Repair> {
  const archive = await Archive.open(folder);
  const repaired = await repairArchive(archive);
  await archive.close();
  return repaired;
}

const follows = (line: number): ArchiveFault => ({
  kind: 'journal-line',
  file: 'journal.ndjson',
  line,
  problem: 'follows a line that is missing',
});

describe('verifyArchive()', () => {
  it('finds nothing missing after any number of writers', async () => {
    await writeArchive(folder, BODIES);
    await keepMore(['4']);
    await keepMore([]);
    await keepMore(['5', '6']);
    expect(await findings()).toEqual([]);
  });

  it.each([0, 1, 2, 3, 4])(
    'finds a journal that was cut after %j lines, also after more was captured',
    async (left) => {
      await writeArchive(folder, [...BODIES, '{"a":4}', '{"a":5}']);
      const files = await filesOf('bodies');
      await writeJournal((await journalLines()).slice(0, left));
      expect(await findings()).toEqual([{ kind: 'journal-end', end: 'missing' }]);
      expect(await repair()).toEqual({ torn: [], deleted: [], overwritten: [] });
      await keepMore(['{"a":6}']);
      expect(await findings()).toEqual([follows(left + 1)]);
      expect(await repair()).toEqual({ torn: [], deleted: [], overwritten: [] });
      expect(await filesOf('bodies')).toEqual(expect.arrayContaining(files));
    },
  );

  it.each([0, 1, 2, 3])('finds that line %j was removed', async (at) => {
    await writeArchive(folder, [...BODIES, '{"a":4}', '{"a":5}']);
    await writeJournal((await journalLines()).toSpliced(at, 1));
    expect(await findings()).toEqual([follows(at + 1)]);
    await keepMore(['{"a":6}']);
    expect(await findings()).toEqual([follows(at + 1)]);
  });

  it('reports a journal.end that is missing, and proves nothing from then on', async () => {
    await writeArchive(folder, BODIES);
    await writeJournal((await journalLines()).slice(0, 2));
    await rm(join(folder, 'journal.end'));
    expect(await findings()).toEqual([{ kind: 'journal-end', end: 'unknown' }]);
    await keepMore(['{"a":4}']);
    expect(await findings()).toEqual([]);
    expect(await repair()).toEqual({ torn: [], deleted: [], overwritten: [] });
  });

  it('reports a changed line once', async () => {
    await writeArchive(folder, BODIES);
    await writeJournal((await journalLines()).map((line, at) => (at === 1 ? line.replace('POST', 'PAST') : line)));
    expect(await findings()).toMatchObject([{ line: 2, problem: 'does not match its checksum' }]);
  });
});

describe('a power cut while several deliveries are written', () => {
  it('leaves no gap where one was never acknowledged', async () => {
    const archive = await Archive.create(folder);
    const writer = await archive.openWriter();
    const captures = await Promise.all(
      ['first', 'x'.repeat(20_000), 'third', 'fourth'].map((body) =>
        writer.keep(Readable.from([Buffer.from(body)]), details),
      ),
    );
    const log = await readFile(join(folder, 'incoming.log'));
    const end = await readFile(join(folder, 'journal.end'));
    await writer.close();
    await archive.close();
    const large = captures.find(({ body }) => body.bytes === 20_000);
    await rm(archive.bodies.pathOf(large?.body.sha256 ?? ''));
    const at = log.indexOf('x'.repeat(20_000));
    log.fill(0, at + 4_096, at + 8_192);
    await writeJournal([]);
    for (let time = 1; time <= 2; time += 1) {
      await writeFile(join(folder, 'journal.end'), end);
      await writeFile(join(folder, 'incoming.log'), log);
      expect(await findings()).toEqual([]);
      expect(await journalLines()).toHaveLength(3);
    }
    await keepMore(['fifth']);
    expect(await findings()).toEqual([]);
  });
});

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

  it('deletes a body that was never acknowledged, and only with proof', async () => {
    const [captured] = await writeArchive(folder, BODIES);
    const archive = await Archive.open(folder);
    const path = archive.bodies.pathOf(captured?.body.sha256.replaceAll(/./g, '0') ?? '');
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, 'left by a crash');
    const file = relative(folder, path);
    expect((await verifyArchive(archive)).faults).toEqual([{ kind: 'orphan', file, origin: 'unfinished' }]);
    const end = await readFile(join(folder, 'journal.end'));
    await writeFile(join(folder, 'journal.end'), '');
    expect((await repairArchive(archive)).deleted).toEqual([]);
    await writeFile(join(folder, 'journal.end'), end);
    expect((await repairArchive(archive)).deleted).toEqual([file]);
    expect((await verifyArchive(archive)).faults).toEqual([]);
    await archive.close();
  });

  it('keeps what is left of a last line that was acknowledged', async () => {
    await writeArchive(folder, BODIES);
    const journal = await readFile(join(folder, 'journal.ndjson'));
    await truncate(join(folder, 'journal.ndjson'), journal.length - 20);
    expect(await repair()).toEqual({ torn: [], deleted: [], overwritten: [] });
    expect(await readFile(join(folder, 'journal.ndjson'))).toEqual(journal.subarray(0, -20));
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
    expect(await archive.images.locate(image)).toBeDefined();
    await archive.close();
  });
});
