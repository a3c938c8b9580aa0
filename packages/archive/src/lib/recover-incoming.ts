import { open } from 'node:fs/promises';

import type { BodyStore } from './body-store.ts';
import { GroupCommit } from './group-commit.ts';
import { isBodyWhole, readIncoming, type IncomingPaths } from './read-incoming.ts';
import { writeSmallBody } from './small-body.ts';

/**
 * Puts right what a crash or a power cut left: every fact and body in the log gets where it belongs, and is synced there. To be
 * called by whoever has the writer's lock. Doing it twice does no harm.
 *
 * @returns how many facts the journal had lost.
 */
export async function recoverIncoming(paths: IncomingPaths, store: BodyStore): Promise<number> {
  const { lost, bodies, head } = await readIncoming(paths, store);
  await cutTornEnd(paths.journal, lost);
  const commit = await GroupCommit.open(paths, { head });
  if (bodies.size > 0) await store.create();
  for (const [sha256, bytes] of bodies) {
    const encoding = (await store.locate(sha256))?.encoding ?? 'identity';
    const path = store.pathOf(sha256, encoding);
    if (!(await isBodyWhole(store, sha256))) writeSmallBody(path, bytes, encoding);
    // A file that is whole may not be synced yet either.
    commit.syncLater(path);
  }
  await commit.restoreLines(lost);
  await commit.close();
  return lost.length;
}

/**
 * Cuts off what a power cut left of a last line, or zeros in its place, if it is the beginning of a line that is written again.
 * Anything else stays: it may be all that is left of something.
 */
async function cutTornEnd(journal: string, lines: readonly string[]): Promise<void> {
  const file = await open(journal, 'r+').catch(() => undefined);
  if (file === undefined || lines.length === 0) return file?.close();
  try {
    const { size } = await file.stat();
    const start = Math.max(0, size - MAX_END_LENGTH);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size - start), 0, size - start, start);
    const newline = buffer.subarray(0, bytesRead).lastIndexOf(NEWLINE);
    const torn = buffer.subarray(newline + 1, bytesRead);
    if (torn.length === 0 || (newline === -1 && start > 0)) return;
    const written = torn.subarray(0, torn.findLastIndex((byte) => byte !== 0) + 1);
    const isBeginning = (line: string): boolean => Buffer.from(line).subarray(0, written.length).equals(written);
    if (lines.some((line) => isBeginning(line))) await file.truncate(start + newline + 1);
  } finally {
    await file.close();
  }
}

/** More than any line and any zeros after it. */
const MAX_END_LENGTH = 2 ** 20;
const NEWLINE = 0x0a;
