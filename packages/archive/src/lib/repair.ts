import { open, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';

import type { Archive } from './archive.ts';
import { findOrphans } from './verify.ts';

/** What was put right. */
export interface Repair {
  /** Names of journals whose torn last line was cut off. */
  readonly torn: readonly string[];
  /** Files that nothing named, which were deleted: no body where a line of a journal cannot be believed. */
  readonly deleted: readonly string[];
}

const LONGEST_TAIL = 2 ** 20;
const NEWLINE = 0x0a;

/**
 * Puts right what a crash leaves: cuts a last line off that has no end, and deletes files that nothing names. Neither was ever
 * acknowledged. What was changed or is missing stays as it is: nobody can put that right. So do bodies that nothing names while a line of
 * a journal cannot be believed: it may have named them.
 *
 * @throws {ArchiveError} `in-use` while somebody writes.
 */
export async function repairArchive(archive: Archive): Promise<Repair> {
  const torn: string[] = [];
  const deleted: string[] = [];
  await archive.whileLocked(async () => {
    for (const name of ['journal.ndjson', 'notes.ndjson']) {
      if (await cutTornLine(join(archive.folder, name))) torn.push(basename(name));
    }
    let isJournalWhole = true;
    const orphans = await findOrphans(archive, () => (isJournalWhole = false));
    for (const file of orphans) {
      // A line that cannot be believed may name it, and it may have been acknowledged. What has no name of its own never was.
      if (!isJournalWhole && !file.endsWith('.part')) continue;
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
    const { size } = await file.stat();
    const start = Math.max(0, size - LONGEST_TAIL);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size - start), 0, size - start, start);
    const end = start + buffer.subarray(0, bytesRead).lastIndexOf(NEWLINE) + 1;
    // Longer than any line: somebody else wrote it.
    if (end === size || (end === start && start > 0)) return false;
    await file.truncate(end);
    await file.sync();
    return true;
  } finally {
    await file.close();
  }
}
