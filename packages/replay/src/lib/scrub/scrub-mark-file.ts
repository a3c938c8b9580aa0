import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { writeFileAtomic } from '@idvkit/cli-kit';
import { scrubMark, type ScrubMark } from '@idvkit/schema/formats';

import type { ScrubKey } from './scrub-key.ts';

const MARK = 'scrub.json';

/**
 * Copies an archive that a key has scrubbed before, as scrubbing twice is scrubbing once.
 *
 * @param folder Folder of the archive.
 * @returns Whether it had been scrubbed with that key, the same values kept, and nothing was added since.
 */
export async function copyScrubbed(
  folder: string,
  copy: string,
  { key, keep }: { readonly key: ScrubKey; readonly keep: readonly string[] },
): Promise<boolean> {
  const mark = await readMark(folder);
  if (mark === undefined || mark.keyId !== key.id) return false;
  if (JSON.stringify(mark.keep) !== JSON.stringify(keep.toSorted())) return false;
  if (mark.journal !== (await hashOf(folder, 'journal.ndjson'))) return false;
  if (mark.notes !== (await hashOf(folder, 'notes.ndjson'))) return false;
  for (const name of ['format.json', 'journal.ndjson', 'notes.ndjson', 'bodies', 'images', MARK]) {
    await cp(join(folder, name), join(copy, name), { recursive: true }).catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    });
  }
  return true;
}

/** Writes into an archive how it was scrubbed. */
export async function writeMark(
  folder: string,
  {
    key,
    keep,
    replaced,
    ...counts
  }: Pick<ScrubMark, 'captures' | 'replaced' | 'searched'> & {
    readonly key: ScrubKey;
    readonly keep: readonly string[];
  },
): Promise<void> {
  const mark: ScrubMark = {
    format: 'idvkit.scrub',
    version: 1,
    keyId: key.id,
    journal: await hashOf(folder, 'journal.ndjson'),
    notes: await hashOf(folder, 'notes.ndjson'),
    keep: keep.toSorted(),
    ...counts,
    replaced: Object.fromEntries(Object.entries(replaced).toSorted(([one], [other]) => one.localeCompare(other))),
  };
  await writeFileAtomic(join(folder, MARK), `${JSON.stringify(mark)}\n`);
}

async function readMark(folder: string): Promise<ScrubMark | undefined> {
  const text = await readFile(join(folder, MARK), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    return scrubMark.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** SHA-256 of a file of the archive; that of nothing where there is no such file. */
async function hashOf(folder: string, name: string): Promise<string> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(join(folder, name)) as AsyncIterable<Uint8Array>) hash.update(chunk);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
  return hash.digest('hex');
}
