import { createHash } from 'node:crypto';
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { Archive, verifyArchive } from '../src/index.ts';
import { isArchive, readArchive, readBody, type BodyReference } from '../src/read.ts';
import { writeArchive, writeArchiveAfterPowerCut } from './written-archive.ts';

let folder: string;

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'idvkit-read-')), 'archive');
});

afterEach(() => rm(join(folder, '..'), { recursive: true }));

const bodies = ['{"event":{"type":"drop_off"}}', `{"filler":"${'x'.repeat(100_000)}"}`, '{}'];

async function textOf(body: BodyReference): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of readBody(body)) parts.push(part);
  return Buffer.concat(parts).toString();
}

async function textsIn(archive: string): Promise<string[]> {
  const { captures } = await readArchive(archive, { name: 'archive' });
  return Promise.all(captures.map(({ body }) => textOf(body)));
}

/** Every file of a folder, and a hash of what is in it. */
async function contentOf(path: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const entry of await readdir(path, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    found[file] = createHash('sha256')
      .update(await readFile(file))
      .digest('hex');
  }
  return found;
}

describe('readArchive()', () => {
  it.each(['identity', 'gzip', 'zstd'] as const)('reads bodies that are kept as %s', async (encoding) => {
    const written = await writeArchive(folder, bodies, { encoding });
    const { captures, erased, torn } = await readArchive(folder, { name: 'archive' });
    expect({ captures: captures.map(({ captured }) => captured), erased, torn }).toEqual({
      captures: written,
      erased: 0,
      torn: 0,
    });
    expect(await textsIn(folder)).toEqual(bodies);
  });

  it('reads what only incoming.log has, and changes nothing', async () => {
    const small = ['{"a":1}', '{"b":2}', '{"c":3}'];
    const written = await writeArchiveAfterPowerCut(folder, small);
    const before = await contentOf(folder);
    const { captures, torn } = await readArchive(folder, { name: 'archive' });
    expect([captures.map(({ captured }) => captured), torn]).toEqual([written, 0]);
    expect(await textsIn(folder)).toEqual(small);
    expect(await contentOf(folder)).toEqual(before);
  });

  it('leaves out what was erased, and counts lines that a crash tore off', async () => {
    await writeArchive(folder, bodies);
    const archive = await Archive.open(folder);
    const writer = await archive.openWriter();
    await writer.erase([2]);
    await writer.close();
    await archive.close();
    await appendFile(join(folder, 'journal.ndjson'), '{"kind":"capt');
    const { captures, erased, torn } = await readArchive(folder, { name: 'archive' });
    expect([captures.map(({ captured }) => captured.id), erased, torn]).toEqual([[1, 3], 1, 1]);
  });

  it.each([
    ['format.json', 'its format.json names another format or version'],
    ['journal.ndjson', 'line 1 of its journal does not match its checksum'],
  ])('refuses an archive whose %s is damaged', async (file, state) => {
    await writeArchive(folder, bodies);
    const path = join(folder, file);
    await writeFile(path, (await readFile(path, 'utf8')).replace(/POST|"version":\d+/, '"version":99'));
    await expect(readArchive(folder, { name: 'mine' })).rejects.toMatchObject({
      code: 'archive-malformed',
      message: expect.stringContaining(`Cannot read "mine" as a capture archive: ${state}`) as string,
    });
  });
});

describe('readBody()', () => {
  it.each(['identity', 'gzip', 'zstd'] as const)('fails if a body is not what was received (%s)', async (encoding) => {
    const [first] = await writeArchive(folder, bodies, { encoding });
    const sha256 = first?.body.sha256 ?? '';
    const [name = ''] = await readdir(join(folder, 'bodies', sha256.slice(0, 2)));
    const path = join(folder, 'bodies', sha256.slice(0, 2), name);
    const bytes = await readFile(path);
    bytes[bytes.length - 6] = (bytes.at(-6) ?? 0) ^ 1;
    await writeFile(path, bytes);
    await expect(textOf({ archive: folder, sha256 })).rejects.toMatchObject({ code: 'body-changed' });
  });

  it('follows no link in the place of a body', async () => {
    const [first] = await writeArchive(folder, bodies);
    const sha256 = first?.body.sha256 ?? '';
    const path = join(folder, 'bodies', sha256.slice(0, 2), `${sha256}.body`);
    await rm(path);
    const outside = join(folder, '..', 'outside');
    // Even where the file behind it is the same.
    await writeFile(outside, bodies[0] ?? '');
    await symlink(outside, path);
    await expect(textOf({ archive: folder, sha256 })).rejects.toMatchObject({ code: 'body-changed' });
    const archive = await Archive.open(folder);
    expect((await verifyArchive(archive)).faults).toEqual([{ kind: 'body-changed', id: 1 }]);
    for (const captured of (await archive.captures()).slice(0, 1)) {
      expect(await archive.bodyState(captured)).toBe('changed');
      await expect(archive.openBody(captured)).rejects.toMatchObject({ code: 'body-changed' });
    }
    await archive.close();
  });
});

describe('an archive that has a link in the place of a part', () => {
  it.each([
    'journal.ndjson',
    'notes.ndjson',
    'incoming.log',
    'index.sqlite',
    'writer.lock',
    'bodies',
    'images',
    'runs',
  ])('is refused: %s', async (part) => {
    await writeArchive(folder, bodies);
    const outside = join(folder, '..', 'outside');
    await mkdir(outside);
    await rm(join(folder, part), { recursive: true, force: true });
    await symlink(outside, join(folder, part));
    await expect(Archive.open(folder)).rejects.toMatchObject({ code: 'not-an-archive' });
    await expect(readArchive(folder, { name: 'mine' })).rejects.toMatchObject({ code: 'archive-malformed' });
    expect(await readdir(outside)).toEqual([]);
  });

  it('is refused if a folder of bodies is a link', async () => {
    const [first] = await writeArchive(folder, bodies);
    const path = join(folder, 'bodies', first?.body.sha256.slice(0, 2) ?? '');
    await rm(path, { recursive: true });
    await symlink(tmpdir(), path);
    await expect(Archive.open(folder)).rejects.toMatchObject({ code: 'not-an-archive' });
  });
});

describe('isArchive()', () => {
  it('knows archives by their format', async () => {
    await writeArchive(folder, []);
    expect([await isArchive(folder), await isArchive(join(folder, '..'))]).toEqual([true, false]);
  });
});

describe('Archive', () => {
  it('lists what only incoming.log has where nothing can be written', async () => {
    const small = ['{"event":{"type":"drop_off"}}', '{"b":2}'];
    const written = await writeArchiveAfterPowerCut(folder, small);
    await rm(join(folder, 'writer.lock'));
    // No lock can be taken there, as on a disk that is read-only.
    await mkdir(join(folder, 'writer.lock'));
    const archive = await Archive.open(folder);
    const listed: unknown[] = [];
    for await (const { captured, summary } of archive.list()) listed.push([captured, summary.type]);
    expect(listed).toEqual(written.map((captured, index) => [captured, index === 0 ? 'drop_off' : undefined]));
    expect(await archive.captures()).toEqual(written);
    expect((await verifyArchive(archive)).faults).toEqual([]);
    await archive.close();
  });

  it('lists what only incoming.log has once it is where it belongs', async () => {
    const written = await writeArchiveAfterPowerCut(folder, ['{"a":1}', '{"b":2}']);
    const archive = await Archive.open(folder);
    const listed: unknown[] = [];
    for await (const { captured } of archive.list()) listed.push(captured);
    expect(listed).toEqual(written);
    expect((await readFile(join(folder, 'incoming.log'))).length).toBe(0);
    await archive.close();
  });
});
