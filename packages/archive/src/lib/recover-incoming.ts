import { createHash } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';

import type { BodyStore } from './body-store.ts';
import { GroupCommit } from './group-commit.ts';
import { IncomingLog } from './incoming-log.ts';
import { parseJournalLine } from './journal-line.ts';
import { readJournalLines } from './read-journal.ts';
import { writeSmallBody } from './small-body.ts';

/** Files of an archive that take part. */
export interface IncomingPaths {
  readonly journal: string;
  readonly log: string;
}

/**
 * Puts right what a crash or a power cut left: every fact and body in the log gets where it belongs, and is synced there. To be
 * called by whoever has the writer's lock. Doing it twice does no harm.
 *
 * @returns how many facts the journal had lost.
 */
export async function recoverIncoming({ journal, log }: IncomingPaths, bodies: BodyStore): Promise<number> {
  // A log that cannot be read is no empty one: it may hold the only copy of what was acknowledged.
  const content = await readFile(log).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  });
  const records = [...IncomingLog.read(content)].flatMap(({ line, body }) => {
    const read = parseJournalLine(line.trimEnd());
    return 'fact' in read ? [{ line, body, fact: read.fact }] : [];
  });
  const lost = new Map(records.map((record) => [record.line.trimEnd(), record]));
  const erased = new Set(records.flatMap(({ fact }) => (fact.kind === 'erased' ? [fact.id] : [])));
  await cutTornEnd(journal, [...lost.keys()]);
  for await (const line of readJournalLines(journal)) lost.delete(line);
  for (const [line, { body, fact }] of lost) {
    // The pages of a record reach the disk in any order: its line may be there and not its body. Then it was never acknowledged.
    if (body === undefined || fact.kind !== 'captured' || isBodyOf(fact.body.sha256, body)) continue;
    if ((await hashOf(bodies, fact.body.sha256)) !== fact.body.sha256) lost.delete(line);
  }

  const commit = await GroupCommit.open({ journal, log });
  for (const { body, fact } of records) {
    if (body === undefined || fact.kind !== 'captured' || erased.has(fact.id)) continue;
    await restoreBody(bodies, fact.body.sha256, body, commit);
  }
  await commit.restoreLines([...lost.keys()]);
  await commit.close();
  return lost.size;
}

/** Writes a body of the log again unless it is whole; its file may not be synced yet either way. */
async function restoreBody(bodies: BodyStore, sha256: string, bytes: Uint8Array, commit: GroupCommit): Promise<void> {
  if (!isBodyOf(sha256, bytes)) return;
  const encoding = (await bodies.locate(sha256))?.encoding ?? 'identity';
  const path = bodies.pathOf(sha256, encoding);
  if ((await hashOf(bodies, sha256)) !== sha256) writeSmallBody(path, bytes, encoding);
  commit.syncLater(path);
}

function isBodyOf(sha256: string, bytes: Uint8Array): boolean {
  return createHash('sha256').update(bytes).digest('hex') === sha256;
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
    const start = Math.max(0, size - LONGEST_END);
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
const LONGEST_END = 2 ** 20;
const NEWLINE = 0x0a;

async function hashOf(bodies: BodyStore, sha256: string): Promise<string | undefined> {
  const hash = createHash('sha256');
  try {
    // No encoding is set, so the chunks are bytes.
    for await (const part of (await bodies.read(sha256)) as AsyncIterable<Uint8Array>) hash.update(part);
    return hash.digest('hex');
  } catch {
    return undefined;
  }
}
