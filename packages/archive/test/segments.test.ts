import { createHash } from 'node:crypto';
import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';

import type { Captured } from '@idvkit/schema/formats';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { Archive, repairArchive, verifyArchive, type ArchiveWriter } from '../src/index.ts';
import { IncomingLog } from '../src/lib/incoming-log.ts';
import { formatJournalLine } from '../src/lib/journal-line.ts';
import { readArchive, readBody } from '../src/read.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'idvkit-segments-'));
});

afterEach(() => rm(folder, { recursive: true }));

const BODIES = Array.from({ length: 20 }, (_, number) => `{"number":${number},"name":"planted-${number}"}`);

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

function keepAll(writer: ArchiveWriter, bodies: readonly string[]): Promise<Captured[]> {
  return Promise.all(
    bodies.map((body) =>
      writer.keep(once(body), {
        receivedAt: '2026-01-05T03:00:00.000Z',
        method: 'POST',
        path: '/',
        headers: [],
        bearer: 'match',
        answer: 204,
      }),
    ),
  );
}

/** Keeps bodies that arrive in parallel. `then` is called before the writer is closed. */
async function write(
  bodies: readonly string[],
  then: (writer: ArchiveWriter, captures: Captured[]) => Promise<void> = async () => {},
): Promise<Captured[]> {
  const archive = await Archive.create(folder);
  const writer = await archive.openWriter();
  const captures = await keepAll(writer, bodies);
  await then(writer, captures);
  await writer.close();
  await archive.close();
  return captures;
}

async function reading<Result>(read: (archive: Archive) => Promise<Result>): Promise<Result> {
  const archive = await Archive.open(folder);
  try {
    return await read(archive);
  } finally {
    await archive.close();
  }
}

async function bodyFiles(): Promise<string[]> {
  const names = await readdir(join(folder, 'bodies'), { recursive: true });
  return names.filter((name) => name.includes('.')).toSorted();
}

const readAll = (archive: Archive): Promise<string[]> =>
  archive
    .captures()
    .then((captures) => Promise.all(captures.map(async (each) => String(await buffer(await archive.openBody(each))))));

describe('small bodies that arrive in parallel', () => {
  it('share a file, and come back as they were', async () => {
    await write(BODIES);
    expect(await bodyFiles()).toEqual([expect.stringMatching(/\.segment$/)]);
    await reading(async (archive) => {
      expect(await readAll(archive)).toEqual(BODIES);
      expect((await verifyArchive(archive)).faults).toEqual([]);
      const [, second] = await archive.captures();
      if (second === undefined) throw new Error('There is a second capture');
      expect(String(await buffer(await archive.openBody(second, { start: 2, end: 8 })))).toBe('number');
      expect(String(await buffer(await archive.openBody(second, { start: 29, end: 99 })))).toBe('"}');
      expect(await archive.bodyState(second)).toBe('present');
    });
    const { captures } = await readArchive(folder, { name: 'it' });
    const read = captures.map(async ({ body }) => String(await buffer(readBody(body))));
    expect(await Promise.all(read)).toEqual(BODIES);
  });

  it('have a file each if they are few, or compressed', async () => {
    await write(BODIES.slice(0, 7));
    expect((await bodyFiles()).filter((name) => name.endsWith('.body'))).toHaveLength(7);
    await rm(folder, { recursive: true });
    const archive = await Archive.create(folder);
    const writer = await archive.openWriter({ encoding: 'gzip' });
    await keepAll(writer, BODIES);
    await writer.close();
    await archive.close();
    expect((await bodyFiles()).filter((name) => name.endsWith('.body.gz'))).toHaveLength(20);
  });

  it('are overwritten when they are erased, and the file goes with its last body', async () => {
    await write(BODIES, async (writer) => {
      await writer.erase([2, 3]);
      const [name = ''] = await bodyFiles();
      const content = await readFile(join(folder, 'bodies', name), 'latin1');
      expect(content.match(/planted-\d+/g)).toEqual(
        BODIES.flatMap((_, at) => (at === 1 || at === 2 ? [] : `planted-${at}`)),
      );
      await expect(readFile(join(folder, 'incoming.log'), 'latin1')).resolves.not.toContain('planted-1"');
    });
    await reading(async (archive) => {
      expect(await readAll(archive)).toEqual(BODIES.filter((_, at) => at !== 1 && at !== 2));
      expect((await verifyArchive(archive)).faults).toEqual([]);
      const writer = await archive.openWriter();
      await writer.erase((await archive.captures()).map(({ id }) => id));
      await writer.close();
    });
    expect(await bodyFiles()).toEqual([]);
  });

  it('stay where one of two equal ones is erased', async () => {
    const equal = Array.from({ length: 8 }, () => '{"equal":true}');
    await write(equal, (writer) => writer.erase([1, 5]));
    await reading(async (archive) => {
      expect(await readAll(archive)).toEqual(equal.slice(2));
      expect((await verifyArchive(archive)).faults).toEqual([]);
    });
  });

  it('are overwritten next to an empty one, which starts where they do', async () => {
    const bodies = BODIES.flatMap((body) => ['', body]);
    await write(bodies, (writer) => writer.erase([4, 6]));
    const [name = ''] = await bodyFiles();
    expect(await readFile(join(folder, 'bodies', name), 'latin1')).not.toMatch(/planted-[12]"/);
    await reading(async (archive) => {
      expect(await readAll(archive)).toEqual(bodies.filter((_, at) => at !== 3 && at !== 5));
      expect((await verifyArchive(archive)).faults).toEqual([]);
    });
  });

  it('leave no file where the disk refuses the log', async () => {
    const append = vi.spyOn(IncomingLog.prototype, 'append').mockRejectedValueOnce(new Error('ENOSPC'));
    try {
      const archive = await Archive.create(folder);
      const writer = await archive.openWriter();
      await expect(keepAll(writer, BODIES)).rejects.toThrow('ENOSPC');
      expect(await bodyFiles()).toEqual([]);
      await keepAll(writer, BODIES);
      await writer.close();
      await archive.close();
    } finally {
      append.mockRestore();
    }
    await reading(async (archive) => {
      expect(await readAll(archive)).toEqual(BODIES);
      expect((await verifyArchive(archive)).faults).toEqual([]);
    });
  });

  it('are found by verify, and overwritten by its repair, if a crash came before they were', async () => {
    let before = Buffer.alloc(0);
    await write(BODIES, async (writer) => {
      const [name = ''] = await bodyFiles();
      before = await readFile(join(folder, 'bodies', name));
      await writer.erase([4]);
    });
    const [name = ''] = await bodyFiles();
    await writeFile(join(folder, 'bodies', name), before);
    await reading(async (archive) => {
      expect((await verifyArchive(archive)).faults).toMatchObject([{ kind: 'orphan', origin: 'erased' }]);
      expect(await repairArchive(archive)).toEqual({ torn: [], deleted: [], overwritten: [join('bodies', name)] });
      expect((await verifyArchive(archive)).faults).toEqual([]);
      expect(await readAll(archive)).toHaveLength(19);
    });
    expect(await readFile(join(folder, 'bodies', name), 'latin1')).not.toContain('planted-3');
  });

  it.each(['missing', 'empty', 'zeros'])(
    'come back from the log after a power cut that left a file %s',
    async (state) => {
      let log = Buffer.alloc(0);
      await write(BODIES, async () => {
        log = await readFile(join(folder, 'incoming.log'));
      });
      const [name = ''] = await bodyFiles();
      const path = join(folder, 'bodies', name);
      const { length } = await readFile(path);
      await writeFile(join(folder, 'incoming.log'), log);
      if (state === 'missing') await rm(path);
      else await writeFile(path, Buffer.alloc(state === 'zeros' ? length : 0));
      const { captures } = await readArchive(folder, { name: 'it' });
      const read = captures.map(async ({ body }) => String(await buffer(readBody(body))));
      expect(await Promise.all(read)).toEqual(BODIES);
      await reading(async (archive) => {
        expect((await verifyArchive(archive)).faults).toEqual([]);
        expect(await readAll(archive)).toEqual(BODIES);
      });
      expect(await readFile(join(folder, 'incoming.log'))).toHaveLength(0);
    },
  );

  it('are reported if their file is damaged, cut off or gone', async () => {
    await write(BODIES);
    const [name = ''] = await bodyFiles();
    const path = join(folder, 'bodies', name);
    const content = await readFile(path);
    content[0] = 0x20;
    await writeFile(path, content.subarray(0, -1));
    await reading(async (archive) => {
      const { faults } = await verifyArchive(archive);
      expect(faults).toEqual([
        { kind: 'body-changed', id: 1 },
        { kind: 'body-changed', id: 20 },
      ]);
      await rm(path);
      expect((await verifyArchive(archive)).faults).toHaveLength(20);
    });
  });

  it('are reported if they overlap, and neither erasing nor repair overwrites anything of another capture', async () => {
    const [first, second] = await write(BODIES.slice(0, 8));
    const { segment } = first?.body ?? {};
    if (first === undefined || second === undefined || segment === undefined) throw new Error('They share a segment');
    // The journal of an archive from a stranger: a fourth capture has half of the first body and half of the second.
    const [name = ''] = await bodyFiles();
    const content = await readFile(join(folder, 'bodies', name));
    const range = { ...segment, start: segment.start + 10, end: segment.end + 10 };
    const sha256 = createHash('sha256').update(content.subarray(range.start, range.end)).digest('hex');
    const { kind: _kind, ...captured } = first;
    const body = { ...first.body, sha256, bytes: range.end - range.start, segment: range };
    const hostile = formatJournalLine({ kind: 'captured', ...captured, id: 9, body });
    await appendFile(join(folder, 'journal.ndjson'), hostile);
    await rm(join(folder, 'journal.end'));

    await reading(async (archive) => {
      const { faults } = await verifyArchive(archive);
      expect(faults.filter(({ kind }) => kind.startsWith('body'))).toEqual([
        { kind: 'body-overlaps', id: 9 },
        { kind: 'body-overlaps', id: 2 },
      ]);
      expect(await readAll(archive)).toEqual([
        ...BODIES.slice(0, 8),
        content.subarray(range.start, range.end).toString(),
      ]);
    });
    await write([], async (writer) => {
      for (const id of [1, 2, 9]) {
        await expect(writer.erase([3, id])).rejects.toMatchObject({
          code: 'bodies-overlap',
          message: `the body of capture ${id} shares bytes with that of another`,
        });
      }
      await expect(writer.prune({ maxBytes: 0 })).rejects.toMatchObject({ code: 'bodies-overlap' });
    });
    await appendFile(
      join(folder, 'journal.ndjson'),
      formatJournalLine({ kind: 'erased', id: 9, at: first.receivedAt }),
    );
    // Erasing another also deletes what is left of captures that were erased before.
    await write([], (writer) => writer.erase([8]));
    await reading(async (archive) => {
      expect((await repairArchive(archive)).overwritten).toEqual([]);
      expect(await readAll(archive)).toEqual(BODIES.slice(0, 7));
    });
  });
});
