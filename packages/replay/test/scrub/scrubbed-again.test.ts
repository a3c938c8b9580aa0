import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Archive } from '@idvkit/archive';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { loseBody, spoilBody } from '../../../archive/test/written-archive.ts';
import { entriesOf, type ArchiveEntry } from '../../src/lib/scrub/archive-entries.ts';
import { scrubArchive, type ScrubResult } from '../../src/lib/scrub/scrub-archive.ts';
import { ScrubKey } from '../../src/lib/scrub/scrub-key.ts';
import { canaryDelivery } from './canary-deliveries.ts';

const key = ScrubKey.of('5c'.repeat(32));
let cwd: string;

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'idvkit-scrub-again-'));
  const archive = Archive.create(join(cwd, 'original'));
  const writer = archive.openWriter();
  const { body, path, headers } = canaryDelivery(1);
  await writer.keep(
    (async function* () {
      yield body;
    })(),
    { receivedAt: '2026-01-05T03:00:00.000Z', method: 'POST', path, headers, bearer: 'match', answer: 204 },
  );
  await archive.close();
  await scrub('original', 'once');
});

afterEach(async () => {
  await rm(cwd, { recursive: true });
});

async function scrub(from: string, to: string): Promise<ScrubResult> {
  const archive = Archive.open(join(cwd, from), { readOnly: true });
  return scrubArchive({ archive, folder: join(cwd, to), key });
}

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(join(cwd, folder), { recursive: true, withFileTypes: true });
  return entries.flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : [])).toSorted();
}

describe('an archive that is scrubbed again', () => {
  it('is copied without the files that it does not name', async () => {
    await cp(join(cwd, 'once'), join(cwd, 'visited'), { recursive: true });
    for (const stray of ['bodies/left.part', 'bodies/ab.txt', 'notes.txt'])
      await writeFile(join(cwd, 'visited', stray), 'Amelia Clarke');
    expect(await scrub('visited', 'twice')).toMatchObject({ wasScrubbed: true });
    expect(saidBy('twice')).toEqual(saidBy('once'));
    for (const path of await filesOf('twice')) expect(await readFile(path, 'latin1')).not.toContain('Amelia');
  });

  it('is copied without a body that is another than was scrubbed', async () => {
    spoilBody(join(cwd, 'once'), 1, JSON.stringify({ who: 'Amelia Clarke' }));
    expect(await scrub('once', 'twice')).toMatchObject({ wasScrubbed: false, leftOut: [1] });
    for (const file of await filesOf('twice')) expect(await readFile(file, 'latin1')).not.toContain('Amelia');
  });

  it('is not copied as it is where a body is missing', async () => {
    loseBody(join(cwd, 'once'), 1);
    expect(await scrub('once', 'twice')).toMatchObject({ wasScrubbed: false, leftOut: [1] });
  });

  it('is not copied as it is where something was added', async () => {
    const archive = Archive.open(join(cwd, 'once'));
    await archive.tag([1], { add: ['amelia'] });
    await archive.close();
    expect(await scrub('once', 'twice')).toMatchObject({ wasScrubbed: false });
  });
});

function saidBy(folder: string): readonly ArchiveEntry[] {
  return [...entriesOf(Archive.open(join(cwd, folder)))];
}
