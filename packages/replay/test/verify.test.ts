import { appendFile, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

import { Archive, planPruning, repairArchive, verifyArchive, type ArchiveWriter } from '@idvkit/archive';
import { createTestIo } from '@idvkit/cli-kit/testing';
import { archiveVerification, type Captured } from '@idvkit/schema/formats';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { main } from './command-line.ts';

let folder: string;
let archive: Archive;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'idvkit-verify-'));
  archive = await Archive.create(folder);
});

afterEach(async () => {
  await archive.close();
  await rm(folder, { recursive: true });
});

async function* once(bytes: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(bytes);
}

function keep(writer: ArchiveWriter, body: string, receivedAt = '2026-01-05T03:00:00.000Z'): Promise<Captured> {
  return writer.keep(once(body), {
    receivedAt,
    method: 'POST',
    path: '/',
    headers: [],
    bearer: 'match',
    answer: 204,
  });
}

async function fill(
  bodies: readonly string[],
  use: (writer: ArchiveWriter) => Promise<void> = async () => {},
): Promise<void> {
  const writer = await archive.openWriter({ now: () => new Date(0) });
  for (const body of bodies) await keep(writer, body);
  await use(writer);
  await writer.close();
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

async function pathOf(id: number): Promise<string> {
  return archive.bodies.pathOf((await archive.find(String(id))).captured.body.sha256);
}

async function everyByte(): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => readFile(join(entry.parentPath, entry.name)));
  return Buffer.concat(await Promise.all(files)).toString('latin1');
}

describe('idvkit archive verify', () => {
  it('says what is wrong with each capture, and leaves the others usable', async () => {
    await fill(['first', 'second', 'third']);
    await rm(await pathOf(1));
    await writeFile(await pathOf(2), 'sec0nd');
    await appendFile(join(folder, 'journal.ndjson'), '{"kind":"captured","id":4,');
    await writeFile(join(folder, 'bodies', 'x.part'), 'half');
    expect(await replay('verify')).toEqual({
      code: 1,
      stdout: [
        'Line 4 of journal.ndjson has no checksum',
        'The body of capture 1 is missing',
        'The body of capture 2 is not what was received',
        `No capture names ${join('bodies', 'x.part')}: left over from a delivery that was not acknowledged`,
        '3 captures, 16 bytes: 3 faults',
        '',
      ].join('\n'),
      stderr: '',
    });
    const { faults, ...found } = archiveVerification.parse(JSON.parse((await replay('verify', '--json')).stdout));
    expect(found).toMatchObject({ complete: true, captures: 3, bytes: 16 });
    expect(faults.map(({ kind }) => kind)).toEqual(['journal-line', 'body-missing', 'body-changed', 'orphan']);
    expect((await replay('show', '3', '--raw')).stdout).toBe('third');
    const { code, stderr } = await replay('show', '1', '--raw');
    expect(code).toBe(2);
    expect(stderr).toContain('Cannot read a body: the body of capture 1');
  });

  it('repairs what a crash leaves, and nothing else', async () => {
    await fill(['first', 'second']);
    const journal = await readFile(join(folder, 'journal.ndjson'));
    await appendFile(join(folder, 'journal.ndjson'), '{"kind":"captured","id":4,');
    await writeFile(join(folder, 'bodies', 'x.part'), 'half');
    expect((await replay('verify', '--repair')).stdout).toBe(
      `Cut off the torn last line of journal.ndjson\nDeleted ${join('bodies', 'x.part')}, which no capture names\n2 captures, 11 bytes: in order\n`,
    );
    expect(await readFile(join(folder, 'journal.ndjson'))).toEqual(journal);
    await truncate(await pathOf(2), 3);
    expect((await replay('verify', '--repair')).code).toBe(1);
  });

  it('deletes no body while a line cannot be read that may name it', async () => {
    await fill(['first', 'second']);
    const body = await pathOf(1);
    const journal = join(folder, 'journal.ndjson');
    await writeFile(journal, (await readFile(journal, 'utf8')).replace('"POST"', '"PAST"'));
    await writeFile(join(folder, 'bodies', 'x.part'), 'half');
    const { code, stdout } = await replay('verify', '--repair');
    expect([code, ...stdout.split('\n')]).toEqual([
      1,
      `Deleted ${join('bodies', 'x.part')}, which no capture names`,
      'Line 1 of journal.ndjson does not match its checksum',
      `No capture names ${relative(folder, body)}: its line may be lost from the journal, and it may have been acknowledged, so --repair keeps it. Restore journal.ndjson from a copy, or delete the file yourself`,
      '1 captures, 6 bytes: 1 fault',
      '',
    ]);
    expect(await readFile(body, 'utf8')).toBe('first');
  });

  it('does not repair before what a power cut left in the log is where it belongs', async () => {
    const writer = await archive.openWriter();
    const kept = await keep(writer, 'x'.repeat(70_000));
    const log = await readFile(join(folder, 'incoming.log'));
    await writer.close();
    // The line is in the log alone, and this archive was opened before.
    await writeFile(join(folder, 'incoming.log'), log);
    await writeFile(join(folder, 'journal.ndjson'), '');
    expect((await repairArchive(archive)).deleted).toEqual([]);
    expect(await archive.captures()).toEqual([kept]);
    expect((await verifyArchive(archive)).faults).toEqual([]);
  });

  it('does not repair while somebody captures', async () => {
    const writer = await archive.openWriter();
    expect(await replay('verify', '--repair')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('another process is capturing'),
    });
    await writer.close();
  });

  it.each([3, 5])('refuses an archive of version %j', async (version) => {
    await fill(['first']);
    await writeFile(join(folder, 'format.json'), JSON.stringify({ format: 'idvkit.capture', version }));
    expect(await replay('verify')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('is no archive of a version that this idvkit reads'),
    });
  });
});

describe('a power cut', () => {
  it('loses nothing of what was only in the log', async () => {
    const writer = await archive.openWriter();
    const kept = [await keep(writer, 'first'), await keep(writer, 'second')];
    const copy = join(folder, 'copy');
    // What was not synced is gone: the journal is as it was, one body is empty, one has no name.
    const whole = await readFile(join(folder, 'incoming.log'));
    const log = whole.subarray(0, whole.findLastIndex((byte) => byte !== 0) + 1);
    await writer.close();
    const after = await Archive.create(copy);
    await after.close();
    await writeFile(join(copy, 'incoming.log'), Buffer.concat([log, Buffer.from('12\n{"kind":"capt')]));
    await writeFile(join(copy, 'journal.ndjson'), '{"kind":"captured","i');
    const empty = after.bodies.pathOf(kept[0]?.body.sha256 ?? '');
    await (await after.openWriter()).close();
    await rm(empty);
    await writeFile(join(copy, 'incoming.log'), log);
    const recovered = await Archive.open(copy);
    expect(await recovered.captures()).toEqual(kept);
    expect((await verifyArchive(recovered)).faults).toEqual([]);
    expect((await stat(join(copy, 'incoming.log'))).size).toBe(0);
    await recovered.close();
  });

  it.each(['', '{"kind":"captured","id":1,', '{"kind":"captured","id":2\0\0', '\0\0\0'])(
    'cuts off the end of a journal that it tore: %j',
    async (end) => {
      const writer = await archive.openWriter();
      const kept = [await keep(writer, 'first'), await keep(writer, 'second')];
      const log = await readFile(join(folder, 'incoming.log'));
      await writer.close();
      await writeFile(join(folder, 'incoming.log'), log);
      await writeFile(join(folder, 'journal.ndjson'), end);
      const recovered = await Archive.open(folder);
      expect(await recovered.captures()).toEqual(kept);
      expect((await verifyArchive(recovered)).faults).toEqual([]);
      await recovered.close();
    },
  );

  it('leaves an end of the journal that the log knows nothing of', async () => {
    const writer = await archive.openWriter();
    await keep(writer, 'first');
    const log = await readFile(join(folder, 'incoming.log'));
    await writer.close();
    await writeFile(join(folder, 'incoming.log'), log);
    await writeFile(join(folder, 'journal.ndjson'), '{"kind":"captured","id":7,');
    const recovered = await Archive.open(folder);
    expect((await verifyArchive(recovered)).faults).toMatchObject([{ kind: 'journal-line', line: 1 }]);
    await recovered.close();
  });

  it('counts nothing as captured whose body did not reach the log', async () => {
    const writer = await archive.openWriter();
    const first = await keep(writer, 'first');
    await keep(writer, 'x'.repeat(20_000));
    const log = await readFile(join(folder, 'incoming.log'));
    const end = await readFile(join(folder, 'journal.end'));
    const torn = await pathOf(2);
    await writer.close();
    const journal = await readFile(join(folder, 'journal.ndjson'), 'utf8');
    // Never acknowledged: the sync was under way. One page of the record is missing, and so is all that was to follow.
    const at = log.indexOf('x'.repeat(20_000));
    await writeFile(join(folder, 'incoming.log'), log.fill(0, at + 4_096, at + 8_192));
    await writeFile(join(folder, 'journal.ndjson'), journal.slice(0, journal.indexOf('\n') + 1));
    await writeFile(join(folder, 'journal.end'), end);
    await rm(torn);
    const recovered = await Archive.open(folder);
    expect(await recovered.captures()).toEqual([first]);
    expect((await verifyArchive(recovered)).faults).toEqual([]);
    await recovered.close();
  });
});

describe('idvkit archive erase', () => {
  it('leaves no byte of a body, but what another capture has', async () => {
    const secret = '{"event":{"type":"only-here"},"application":{"form":"form-of-one"}}';
    await fill([secret, 'shared', 'shared']);
    await archive.updateIndex();
    expect(await everyByte()).toContain('only-here');
    expect(await replay('erase', '1', '#2')).toMatchObject({ code: 0, stdout: 'Erased #1\nErased #2\n' });
    await archive.close();
    expect(await everyByte()).not.toMatch(/only-here|form-of-one/);
    expect((await replay('show', '3', '--raw')).stdout).toBe('shared');
    expect(await replay('verify')).toMatchObject({ code: 0, stdout: '1 captures, 6 bytes: in order\n' });
    expect(await replay('erase', '1')).toMatchObject({ code: 2, stderr: expect.stringContaining('no capture "1"') });
  });

  it('leaves none of the files of a body that came again and was kept in another encoding', async () => {
    for (const encoding of ['identity', 'gzip', 'zstd'] as const) {
      const writer = await archive.openWriter({ encoding });
      await keep(writer, 'only-here');
      await writer.close();
    }
    for (const id of ['1', '2', '3']) expect((await replay('erase', id)).code).toBe(0);
    expect(await readdir(join(folder, 'bodies'), { recursive: true })).toEqual([expect.stringMatching(/^[\da-f]{2}$/)]);
  });

  it('never gives a number twice', async () => {
    await fill(['first', 'second']);
    await replay('erase', '2');
    await fill(['third']);
    expect((await archive.captures()).map(({ id }) => id)).toEqual([1, 3]);
  });
});

describe('planPruning()', () => {
  it('takes what is too old, then the oldest, and nothing that is tagged keep', async () => {
    const at = (day: number): string => `2026-01-0${day}T00:00:00.000Z`;
    await fill([], async (writer) => {
      for (const day of [1, 2, 3, 4]) await keep(writer, `body of day ${day}`, at(day));
    });
    await archive.record({ kind: 'tagged', capture: 1, at: at(5), add: ['keep'], remove: [] });
    const now = new Date(at(5));
    const day = 86_400_000;
    expect(await planPruning(archive, { maxAgeMs: 2.5 * day, maxBytes: 26 }, now)).toEqual({
      tooOld: [2],
      tooMuch: [3],
      bytes: 26,
    });
  });

  it('is what the command does', async () => {
    await fill(['first', 'second']);
    expect((await replay('prune', '--max-bytes', '6', '--dry-run')).stdout).toBe('Would erase 1 capture, 5 bytes\n');
    expect((await replay('prune', '--max-bytes', '6')).stdout).toBe('Erased 1 capture, 5 bytes\n');
    expect((await replay('prune', '--max-age', '1d')).stdout).toBe('Erased 1 capture, 6 bytes\n');
    expect((await replay('prune')).code).toBe(2);
  });
});
