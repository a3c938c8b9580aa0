import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Archive } from '@idvkit/archive';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { scrubArchive, type ScrubResult } from '../../src/lib/scrub/scrub-archive.ts';
import { ScrubKey } from '../../src/lib/scrub/scrub-key.ts';
import { canaryDelivery } from './canary-deliveries.ts';

const key = ScrubKey.of('5c'.repeat(32));
let cwd: string;

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'idvkit-scrub-again-'));
  const archive = await Archive.create(join(cwd, 'original'));
  const writer = await archive.openWriter();
  const { body, path, headers } = canaryDelivery(1);
  await writer.keep(
    (async function* () {
      yield body;
    })(),
    { receivedAt: '2026-01-05T03:00:00.000Z', method: 'POST', path, headers, bearer: 'match', answer: 204 },
  );
  await writer.close();
  await scrub('original', 'once');
});

afterEach(async () => {
  await rm(cwd, { recursive: true });
});

async function scrub(from: string, to: string): Promise<ScrubResult> {
  return scrubArchive({ archive: await Archive.open(join(cwd, from)), folder: join(cwd, to), key });
}

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(join(cwd, folder), { recursive: true, withFileTypes: true });
  return entries.flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : [])).toSorted();
}

/** The one body of an archive. */
async function bodyOf(folder: string): Promise<string> {
  const archive = await Archive.open(join(cwd, folder));
  const [captured] = await archive.captures();
  return archive.bodies.pathOf(captured?.body.sha256 ?? '');
}

describe('an archive that is scrubbed again', () => {
  it('is copied without the files that its journal does not name', async () => {
    await cp(join(cwd, 'once'), join(cwd, 'visited'), { recursive: true });
    await mkdir(join(cwd, 'visited', 'images', 'ab'), { recursive: true });
    for (const stray of ['bodies/left.part', 'bodies/ab.txt', 'images/ab/face.body', 'notes.txt'])
      await writeFile(join(cwd, 'visited', stray), 'Amelia Clarke');
    expect(await scrub('visited', 'twice')).toMatchObject({ wasScrubbed: true });
    const once = (await filesOf('once')).map((path) => path.slice(join(cwd, 'once').length));
    const twice = await filesOf('twice');
    expect(twice.map((path) => path.slice(join(cwd, 'twice').length))).toEqual(once);
    for (const path of twice) expect(await readFile(path, 'utf8')).not.toContain('Amelia');
  });

  it('is copied without a body that is another than was scrubbed', async () => {
    const path = await bodyOf('once');
    const { length } = await readFile(path);
    await writeFile(path, JSON.stringify({ who: 'Amelia Clarke' }).padEnd(length));
    expect(await scrub('once', 'twice')).toMatchObject({ wasScrubbed: false, leftOut: [1] });
    for (const file of await filesOf('twice')) expect(await readFile(file, 'utf8')).not.toContain('Amelia');
  });

  it('is not copied as it is where a body is missing', async () => {
    await rm(await bodyOf('once'));
    expect(await scrub('once', 'twice')).toMatchObject({ wasScrubbed: false, leftOut: [1] });
  });
});
