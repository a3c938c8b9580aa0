import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';

import { systemErrorCode } from '@idvkit/cli-kit';

import { FILES } from './archive-folder.ts';
import type { BodyPlace, BodyStore } from './body-store.ts';
import { GroupCommit } from './group-commit.ts';
import { IncomingLog } from './incoming-log.ts';
import { ChainHead } from './journal-chain.ts';
import { readJournalEnd } from './journal-end.ts';
import { contentOf, linkIn, parseJournalLine, relinkLine, type WholeLine } from './journal-line.ts';
import { readFileParts } from './read-file-parts.ts';
import { readJournalLines } from './read-journal.ts';
import { restoreInSegment } from './segment.ts';
import { writeSmallBody } from './small-body.ts';
import { readTornLine } from './torn-line.ts';

/** The content of `incoming.log`, compared with the journal. */
export interface Incoming {
  readonly lost: readonly string[];
  /** Bodies in the log that are what their lines say, by their hashes; without those of erased captures. */
  readonly bodies: ReadonlyMap<string, Uint8Array>;
  /** Where they belong. */
  readonly places: readonly BodyPlace[];
  /** Checksum of the line that a line would follow now, as {@link ChainHead} finds it; `undefined` also if the log is empty. */
  readonly head: string | undefined;
}

const NOTHING: Incoming = { lost: [], bodies: new Map(), places: [], head: undefined };

interface LoggedLine extends WholeLine {
  readonly line: string;
  readonly body: Uint8Array | undefined;
  /** Whether the record before it cannot be believed. */
  readonly isAfterProblem: boolean;
}

/** Reads `incoming.log` and finds what a power cut took away elsewhere. Changes nothing. @throws what the disk said. */
export async function readIncoming(folder: string, store: BodyStore): Promise<Incoming> {
  const content = await readLog(join(folder, FILES.incoming));
  const lines = new Map<string, LoggedLine>();
  let isAfterProblem = false;
  for (const { line: ended, body } of IncomingLog.read(content)) {
    const line = ended.trimEnd();
    const read = parseJournalLine(line);
    if ('fact' in read) lines.set(contentOf(line), { ...read, line, body, isAfterProblem });
    isAfterProblem = 'problem' in read;
  }
  if (lines.size === 0) return NOTHING;
  const erased = new Set([...lines.values()].flatMap(({ fact }) => (fact.kind === 'erased' ? [fact.id] : [])));
  const bodies = new Map<string, Uint8Array>();
  const places: BodyPlace[] = [];
  for (const { fact, body } of lines.values()) {
    if (body === undefined || fact.kind !== 'captured' || erased.has(fact.id)) continue;
    if (createHash('sha256').update(body).digest('hex') !== fact.body.sha256) continue;
    bodies.set(fact.body.sha256, body);
    places.push(fact.body);
  }
  const lost = new Map(lines);
  const head = new ChainHead(await readJournalEnd(folder));
  for await (const line of readJournalLines(join(folder, FILES.journal))) {
    const link = linkIn(line);
    if (link === undefined) continue;
    head.take(link);
    lost.delete(contentOf(line));
  }
  const written: string[] = [];
  let isRelinked = false;
  for (const { fact, body, line, after, isAfterProblem: isFollowing } of lost.values()) {
    isRelinked ||= isFollowing;
    // The pages of a record reach the disk in any order: its line may be there and not its body. Then it was never acknowledged.
    if (body !== undefined && fact.kind === 'captured' && !bodies.has(fact.body.sha256)) {
      if (!(await store.isWhole(fact.body))) {
        isRelinked = true;
        continue;
      }
    }
    // A line after one that was never acknowledged follows the last that was.
    const lineToWrite = isRelinked && after !== undefined ? relinkLine(line, head.value) : line;
    written.push(lineToWrite);
    const link = linkIn(lineToWrite);
    if (link !== undefined) head.take(link);
  }
  return { lost: written, bodies, places, head: head.value };
}

/** A log that cannot be read is no empty one: it may hold the only copy of what was acknowledged. */
async function readLog(path: string): Promise<Buffer> {
  try {
    return await buffer(readFileParts(path));
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}

/** Moves every fact and body in the log to where it belongs, and syncs it there. Needs the writer's lock. Repeating it does no harm. */
export async function recoverIncoming(folder: string, store: BodyStore): Promise<void> {
  const { lost, bodies, places, head } = await readIncoming(folder, store);
  await cutTornEnd(join(folder, FILES.journal), lost);
  const commit = await GroupCommit.open(folder, { head });
  if (bodies.size > 0) await store.create();
  for (const place of places) {
    const { encoding = 'identity' } = (await store.locate(place)) ?? {};
    const path = place.segment ? store.segmentPath(place.segment.name) : store.pathOf(place.sha256, encoding);
    const bytes = bodies.get(place.sha256);
    if (bytes !== undefined && !(await store.isWhole(place))) {
      if (place.segment) restoreInSegment(path, place.segment, bytes);
      else writeSmallBody(path, bytes, encoding);
    }
    // A file that is whole may not be synced yet either.
    commit.syncLater(path);
  }
  await commit.restoreLines(lost);
  await commit.close();
}

/**
 * Cuts off what a power cut left of a last line, or zeros in its place, if it is the beginning of a line that is written again.
 * Anything else stays: it may be all that is left of something.
 */
async function cutTornEnd(journal: string, lines: readonly string[]): Promise<void> {
  const file = await open(journal, 'r+').catch(() => undefined);
  if (file === undefined || lines.length === 0) return file?.close();
  try {
    const torn = await readTornLine(file);
    if (torn === undefined) return;
    const written = torn.bytes.subarray(0, torn.bytes.findLastIndex((byte) => byte !== 0) + 1);
    const isBeginning = (line: string): boolean => Buffer.from(line).subarray(0, written.length).equals(written);
    if (lines.some((line) => isBeginning(line))) await file.truncate(torn.start);
  } finally {
    await file.close();
  }
}
