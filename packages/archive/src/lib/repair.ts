import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { FILES } from './archive-folder.ts';
import type { Archive } from './archive.ts';
import { readTornLine } from './torn-line.ts';
import { findOrphans, readJournals } from './verify.ts';

/** What was put right. */
export interface Repair {
  /** Names of journals whose torn last line was cut off. */
  readonly torn: readonly string[];
  /** Files that no capture names, which were deleted: unfinished ones, and those of erased captures. */
  readonly deleted: readonly string[];
}

/**
 * Cuts off a last line that has no end, and deletes files that were never acknowledged or were erased.
 * Everything else stays: missing and changed bodies, and files whose lines may be lost.
 * @throws {ArchiveError} `in-use` while somebody writes.
 */
export async function repairArchive(archive: Archive): Promise<Repair> {
  const torn: string[] = [];
  const deleted: string[] = [];
  await archive.whileLocked(async () => {
    const { faults } = await readJournals(archive);
    // What is left of a line that was synced may be all that is left of a delivery that was acknowledged.
    const isEndMissing = faults.some(({ kind }) => kind === 'journal-end');
    for (const name of isEndMissing ? [FILES.notes] : [FILES.journal, FILES.notes]) {
      if (await cutTornLine(join(archive.folder, name))) torn.push(name);
    }
    for (const { file, origin } of await findOrphans(archive, await readJournals(archive))) {
      if (origin === 'unknown') continue;
      await rm(join(archive.folder, file), { force: true });
      deleted.push(file);
    }
  });
  return { torn, deleted };
}

async function cutTornLine(path: string): Promise<boolean> {
  const file = await open(path, 'r+').catch(() => undefined);
  if (file === undefined) return false;
  try {
    const torn = await readTornLine(file);
    if (torn === undefined) return false;
    await file.truncate(torn.start);
    await file.sync();
    return true;
  } finally {
    await file.close();
  }
}
