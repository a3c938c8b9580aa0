import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

import { Archive, type BodyStore } from '@idvkit/archive';
import { JournalEnd, readJournal, readJournalEnd } from '@idvkit/archive/journal';
import { systemErrorCode, writeFileAtomic } from '@idvkit/cli-kit';
import { scrubMark, type JournalEntry, type ScrubMark } from '@idvkit/schema/formats';

import type { ScrubKey } from './scrub-key.ts';

const MARK = 'scrub.json';

/**
 * Copies an archive that this key has scrubbed before: the journals, and the bodies and images that they name.
 * @param copy Folder of the copy, which may hold a part of it if it is not copied.
 * @returns Whether it was copied: the same values were kept, and nothing was added or changed since.
 */
export async function copyScrubbed(
  archive: Archive,
  copy: string,
  { key, keep }: { readonly key: ScrubKey; readonly keep: readonly string[] },
): Promise<boolean> {
  const { folder } = archive;
  const mark = await readMark(folder);
  if (mark === undefined || mark.keyId !== key.id) return false;
  if (JSON.stringify(mark.keep) !== JSON.stringify(keep.toSorted())) return false;
  if (mark.journal !== (await hashOf(folder, 'journal.ndjson'))) return false;
  if (mark.notes !== (await hashOf(folder, 'notes.ndjson'))) return false;
  if (!(await copyNamed(archive, await Archive.create(copy)))) return false;
  for (const name of ['journal.ndjson', 'notes.ndjson', MARK])
    await copyFile(join(folder, name), join(copy, name)).catch(unlessMissing);
  // The mark has no hash of this file: only what it means is copied.
  const last = await readJournalEnd(folder);
  if (last !== undefined) {
    const end = await JournalEnd.open(copy);
    await end.write(last);
    await end.close();
  }
  return true;
}

/** Copies what the journal names. @returns whether all of it is there, and what it was. */
async function copyNamed(archive: Archive, copy: Archive): Promise<boolean> {
  const facts: JournalEntry[] = [];
  for await (const fact of readJournal(join(archive.folder, 'journal.ndjson'), () => {})) facts.push(fact);
  const erased = new Set(facts.flatMap((fact) => (fact.kind === 'erased' ? [fact.id] : [])));
  const named = new Map<string, [from: BodyStore, to: BodyStore]>();
  for (const fact of facts) {
    // A scrubbed archive has a file for each body.
    if (fact.kind === 'captured' && fact.body.segment) return false;
    if (fact.kind === 'captured' && !erased.has(fact.id)) named.set(fact.body.sha256, [archive.bodies, copy.bodies]);
    if (fact.kind === 'image' && 'sha256' in fact.outcome && !erased.has(fact.capture))
      named.set(fact.outcome.sha256, [archive.images, copy.images]);
  }
  for (const [sha256, [from, to]] of named) {
    const file = await from.locate({ sha256 });
    if (file === undefined) return false;
    const stored = await to.store(await from.read({ sha256 }), file.encoding);
    if (stored.sha256 !== sha256 || !stored.complete) return false;
  }
  return true;
}

/** Writes into an archive how it was scrubbed. */
export async function writeMark(
  folder: string,
  {
    key,
    ...scrubbed
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
    ...scrubbed,
    keep: scrubbed.keep.toSorted(),
    replaced: Object.fromEntries(
      Object.entries(scrubbed.replaced).toSorted(([one], [other]) => one.localeCompare(other)),
    ),
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
  await pipeline(createReadStream(join(folder, name)), hash).catch(unlessMissing);
  return hash.digest('hex');
}

function unlessMissing(error: unknown): void {
  if (systemErrorCode(error) !== 'ENOENT') throw error;
}
