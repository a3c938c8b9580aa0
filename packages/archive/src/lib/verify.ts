import { open, readdir, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';

import type { Captured, SegmentRange } from '@idvkit/schema/formats';

import { FILES } from './archive-folder.ts';
import type { Archive } from './archive.ts';
import type { BodyPlace, BodyStore } from './body-store.ts';
import { keyOf } from './held-captures.ts';
import { ChainCheck } from './journal-chain.ts';
import { readJournalEnd } from './journal-end.ts';
import type { JournalProblem } from './read-journal.ts';
import { eraseInSegment, findOverlaps, isInSegment, isOverlap } from './segment.ts';
import { readTornLine } from './torn-line.ts';

/** What is wrong with an archive. */
export type ArchiveFault =
  /** A line that cannot be believed, or that follows a line that is missing. */
  | ({ readonly kind: 'journal-line' } & JournalProblem)
  /** `missing`: the end of the journal was cut off. `unknown`: `journal.end` does not name its last line. */
  | { readonly kind: 'journal-end'; readonly end: 'missing' | 'unknown' }
  | { readonly kind: 'body-missing'; readonly id: number }
  /** The bytes are not those that were received. */
  | { readonly kind: 'body-changed'; readonly id: number }
  /** Some of its bytes are those of another body, which no capture writes: erasing one would damage the other. */
  | { readonly kind: 'body-overlaps'; readonly id: number }
  | { readonly kind: 'image-missing'; readonly id: number }
  | { readonly kind: 'image-changed'; readonly id: number }
  | Orphan;

/** A file within `bodies` or `images` that no capture names, or a part of one. */
export interface Orphan {
  readonly kind: 'orphan';
  /** Path within the archive. */
  readonly file: string;
  /** `unfinished`: never acknowledged. `erased`: its captures were. `unknown`: its line may be lost, and was perhaps acknowledged. */
  readonly origin: 'unfinished' | 'erased' | 'unknown';
  /** The part that is left over of a file that captures name. */
  readonly range?: SegmentRange;
}

/** What a look at every byte of an archive found. */
export interface Verification {
  readonly captures: number;
  /** Bytes of all bodies, as received. */
  readonly bytes: number;
  readonly faults: readonly ArchiveFault[];
  /** False where `signal` ended it early. */
  readonly complete: boolean;
}

type State = 'right' | 'changed' | 'missing';

/** Reads a whole archive and checks every checksum and hash. Changes nothing. */
export async function verifyArchive(
  archive: Archive,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<Verification> {
  const journals = await readJournals(archive);
  const { captures, images } = journals;
  const faults: ArchiveFault[] = [...journals.faults];
  const bodies = new Map<string, State>();
  let bytes = 0;
  for (const { id, body } of captures.values()) {
    if (signal?.aborted === true) return { captures: captures.size, bytes, faults, complete: false };
    const state = await stateOf(archive.bodies, body, bodies);
    if (state !== 'right') faults.push({ kind: `body-${state}`, id });
    bytes += body.bytes;
  }
  faults.push(...overlaps([...captures.values()]));
  const pictures = new Map<string, State>();
  for (const { id, sha256 } of images) {
    if (signal?.aborted === true) return { captures: captures.size, bytes, faults, complete: false };
    if (!captures.has(id)) continue;
    const state = await stateOf(archive.images, { sha256 }, pictures);
    if (state !== 'right') faults.push({ kind: `image-${state}`, id });
  }
  faults.push(...(await findOrphans(archive, journals)));
  return { captures: captures.size, bytes, faults: await confirmed(archive, faults), complete: true };
}

/** Leaves out what only looked wrong because somebody captured or erased meanwhile. */
async function confirmed(archive: Archive, faults: readonly ArchiveFault[]): Promise<readonly ArchiveFault[]> {
  if (faults.length === 0) return faults;
  const journals = await readJournals(archive);
  const still = new Set(
    [...journals.faults, ...(await findOrphans(archive, journals))].map((fault) => JSON.stringify(fault)),
  );
  return faults.filter((fault) => ('id' in fault ? journals.captures.has(fault.id) : still.has(JSON.stringify(fault))));
}

/** Finds captures whose bodies begin within that of another. Equal ranges are one body. */
function overlaps(captures: readonly Captured[]): readonly ArchiveFault[] {
  const parts = captures.flatMap(({ id, body: { segment } }) => (segment === undefined ? [] : [{ id, segment }]));
  return findOverlaps(parts).map(([, { id }]) => ({ kind: 'body-overlaps', id }));
}

async function stateOf(store: BodyStore, place: BodyPlace, known: Map<string, State>): Promise<State> {
  const state = known.get(keyOf(place)) ?? (await readState(store, place));
  known.set(keyOf(place), state);
  return state;
}

async function readState(store: BodyStore, place: BodyPlace): Promise<State> {
  try {
    if ((await store.locate(place)) === undefined) return 'missing';
    return (await store.isWhole(place)) ? 'right' : 'changed';
  } catch {
    return 'changed';
  }
}

interface Journals {
  readonly captures: ReadonlyMap<number, Captured>;
  readonly images: readonly { readonly id: number; readonly sha256: string }[];
  readonly erased: ReadonlySet<string>;
  /** Bodies of erased captures that shared a file with others. */
  readonly erasedParts: readonly SegmentRange[];
  readonly faults: readonly ArchiveFault[];
  /** Whether it is proven that no line of `journal.ndjson` is missing. */
  readonly isProven: boolean;
}

async function readJournals(archive: Archive): Promise<Journals> {
  const faults: ArchiveFault[] = [];
  const captures = new Map<number, Captured>();
  const images: { readonly id: number; readonly sha256: string }[] = [];
  const erased = new Set<string>();
  const erasedIds = new Set<number>();
  const erasedParts: SegmentRange[] = [];
  // Read first: the line that it names is in the journal that is read after it.
  const chain = new ChainCheck(await readJournalEnd(archive.folder));
  for await (const fact of archive.facts((problem) => faults.push({ kind: 'journal-line', ...problem }), chain)) {
    if (fact.kind === 'captured') {
      captures.set(fact.id, fact);
    } else if (fact.kind === 'erased') {
      const body = captures.get(fact.id)?.body;
      if (body?.segment) {
        erased.add(body.segment.name);
        erasedParts.push(body.segment);
      } else if (body) erased.add(body.sha256);
      captures.delete(fact.id);
      erasedIds.add(fact.id);
    } else if (fact.kind === 'image' && 'sha256' in fact.outcome) {
      images.push({ id: fact.capture, sha256: fact.outcome.sha256 });
    }
  }
  for (const { id, sha256 } of images) if (erasedIds.has(id)) erased.add(sha256);
  for (const line of chain.gaps) {
    faults.push({ kind: 'journal-line', file: FILES.journal, line, problem: 'follows a line that is missing' });
  }
  if (chain.end !== 'found') faults.push({ kind: 'journal-end', end: chain.end });
  return { captures, images, erased, erasedParts, faults, isProven: chain.isProven && faults.length === 0 };
}

/** Finds the files that no capture names. Origins are reliable only if nobody writes to the archive. */
async function findOrphans(
  { folder, bodies }: Archive,
  { captures, images, erased, erasedParts, faults, isProven }: Journals,
): Promise<readonly Orphan[]> {
  const kept = {
    bodies: new Set([...captures.values()].map(({ body }) => body.segment?.name ?? body.sha256)),
    // An image may have been written down after its capture was erased.
    images: new Set(images.flatMap(({ id, sha256 }) => (captures.has(id) ? [sha256] : []))),
  };
  const originOf = (name: string, key: string): Orphan['origin'] => {
    // Files get another name before they are acknowledged.
    if (name.endsWith('.part')) return 'unfinished';
    if (faults.length === 0 && erased.has(key)) return 'erased';
    return isProven && key !== '' ? 'unfinished' : 'unknown';
  };
  const found: Orphan[] = [];
  for (const [part, hashes] of Object.entries(kept)) {
    const entries = await readdir(join(folder, part), { recursive: true, withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const { name, parentPath } = entry;
      const [, sha256, segment] = /^(?:([\da-f]{64})\.body(?:\.zst|\.gz)?|([\da-f]{16})\.segment)$/.exec(name) ?? [];
      const key = sha256 ?? segment ?? '';
      if (!entry.isFile() || hashes.has(key)) continue;
      found.push({ kind: 'orphan', file: relative(folder, join(parentPath, name)), origin: originOf(name, key) });
    }
  }
  for (const range of erasedParts) {
    const path = bodies.segmentPath(range.name);
    if (kept.bodies.has(range.name) && isInSegment(path, range))
      found.push({ kind: 'orphan', file: relative(folder, path), origin: originOfPart(range, captures), range });
  }
  return found.toSorted((one, other) => (one.file < other.file ? -1 : 1));
}

/** A body that is left over is not overwritten if a capture has some of its bytes. */
function originOfPart(range: SegmentRange, captures: ReadonlyMap<number, Captured>): Orphan['origin'] {
  for (const { body } of captures.values())
    if (body.segment !== undefined && isOverlap(body.segment, range)) return 'unknown';
  return 'erased';
}

/** What was put right. */
export interface Repair {
  /** Names of journals whose torn last line was cut off. */
  readonly torn: readonly string[];
  /** Files that no capture names, which were deleted: unfinished ones, and those of erased captures. */
  readonly deleted: readonly string[];
  /** Files that captures name, in which bodies of erased captures were overwritten. */
  readonly overwritten: readonly string[];
}

/**
 * Cuts off a last line that has no end, and deletes files that were never acknowledged or were erased.
 * Everything else stays: missing and changed bodies, and files whose lines may be lost.
 * @throws {ArchiveError} `in-use` while somebody writes.
 */
export async function repairArchive(archive: Archive): Promise<Repair> {
  const torn: string[] = [];
  const deleted: string[] = [];
  const overwritten = new Set<string>();
  await archive.whileLocked(async () => {
    const { faults } = await readJournals(archive);
    // What is left of a line that was synced may be all that is left of a delivery that was acknowledged.
    const isEndMissing = faults.some(({ kind }) => kind === 'journal-end');
    for (const name of isEndMissing ? [FILES.notes] : [FILES.journal, FILES.notes]) {
      if (await cutTornLine(join(archive.folder, name))) torn.push(name);
    }
    for (const { file, origin, range } of await findOrphans(archive, await readJournals(archive))) {
      if (origin === 'unknown') continue;
      const path = join(archive.folder, file);
      if (range) {
        eraseInSegment(path, range);
        overwritten.add(file);
      } else {
        await rm(path, { force: true });
        deleted.push(file);
      }
    }
  });
  return { torn, deleted, overwritten: [...overwritten] };
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
