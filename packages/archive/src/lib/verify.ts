import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';

import type { Captured } from '@idvkit/schema/formats';

import type { Archive } from './archive.ts';
import type { BodyStore } from './body-store.ts';
import { isBodyWhole } from './read-incoming.ts';
import type { JournalProblem, OnJournalProblem } from './read-journal.ts';

/** What is wrong with an archive. */
export type ArchiveFault =
  | ({ readonly kind: 'journal-line' } & JournalProblem)
  | { readonly kind: 'body-missing'; readonly id: number }
  /** The bytes are not those that were received. */
  | { readonly kind: 'body-changed'; readonly id: number }
  | { readonly kind: 'image-missing'; readonly id: number }
  | { readonly kind: 'image-changed'; readonly id: number }
  /** A body, an image or part of one that no capture names: what a crash left behind before it was acknowledged. */
  | { readonly kind: 'orphan'; readonly file: string };

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
  const faults: ArchiveFault[] = [];
  const captures = new Map<number, Captured>();
  const images: { readonly id: number; readonly sha256: string }[] = [];
  for await (const fact of archive.facts((problem) => faults.push({ kind: 'journal-line', ...problem }))) {
    if (fact.kind === 'captured') captures.set(fact.id, fact);
    else if (fact.kind === 'erased') captures.delete(fact.id);
    else if (fact.kind === 'image' && 'sha256' in fact.outcome) {
      images.push({ id: fact.capture, sha256: fact.outcome.sha256 });
    }
  }
  const bodies = new Map<string, State>();
  let bytes = 0;
  for (const { id, body } of captures.values()) {
    if (signal?.aborted === true) return { captures: captures.size, bytes, faults, complete: false };
    const state = await stateOf(archive.bodies, body.sha256, bodies);
    if (state !== 'right') faults.push({ kind: `body-${state}`, id });
    bytes += body.bytes;
  }
  const pictures = new Map<string, State>();
  for (const { id, sha256 } of images) {
    if (signal?.aborted === true) return { captures: captures.size, bytes, faults, complete: false };
    if (!captures.has(id)) continue;
    const state = await stateOf(archive.images, sha256, pictures);
    if (state !== 'right') faults.push({ kind: `image-${state}`, id });
  }
  for (const file of await filesBeside(archive, { bodies, images: pictures })) faults.push({ kind: 'orphan', file });
  return { captures: captures.size, bytes, faults: await confirmed(archive, faults), complete: true };
}

/** Leaves out what only looked wrong because somebody captured or erased meanwhile. */
async function confirmed(archive: Archive, faults: readonly ArchiveFault[]): Promise<readonly ArchiveFault[]> {
  if (faults.length === 0) return faults;
  const [lines, captures] = [new Set<string>(), new Set<number>()];
  for await (const fact of archive.facts(({ file, line }) => lines.add(`${file}:${line}`))) {
    if (fact.kind === 'captured') captures.add(fact.id);
    else if (fact.kind === 'erased') captures.delete(fact.id);
  }
  const orphans = new Set(await findOrphans(archive, () => {}));
  return faults.filter((fault) => {
    if (fault.kind === 'journal-line') return lines.has(`${fault.file}:${fault.line}`);
    return fault.kind === 'orphan' ? orphans.has(fault.file) : captures.has(fault.id);
  });
}

async function stateOf(store: BodyStore, sha256: string, known: Map<string, State>): Promise<State> {
  const state = known.get(sha256) ?? (await readState(store, sha256));
  known.set(sha256, state);
  return state;
}

async function readState(store: BodyStore, sha256: string): Promise<State> {
  try {
    if ((await store.locate(sha256)) === undefined) return 'missing';
    return (await isBodyWhole(store, sha256)) ? 'right' : 'changed';
  } catch {
    return 'changed';
  }
}

/**
 * Finds the bodies and images that no capture names, as paths within the archive. Only what nobody writes to meanwhile is told right.
 *
 * @param onProblem Hears of lines that cannot be believed: they may name what is found.
 */
export async function findOrphans(archive: Archive, onProblem: OnJournalProblem): Promise<string[]> {
  const captures = new Map<number, string>();
  const images = new Map<number, Set<string>>();
  for await (const fact of archive.facts(onProblem)) {
    if (fact.kind === 'captured') captures.set(fact.id, fact.body.sha256);
    else if (fact.kind === 'image' && 'sha256' in fact.outcome) {
      images.set(fact.capture, (images.get(fact.capture) ?? new Set()).add(fact.outcome.sha256));
    } else if (fact.kind === 'erased') {
      captures.delete(fact.id);
    }
  }
  // An image may have been written down after its capture was erased.
  const named = [...images].flatMap(([id, each]) => (captures.has(id) ? [...each] : []));
  return filesBeside(archive, { bodies: new Set(captures.values()), images: new Set(named) });
}

async function filesBeside(
  { folder }: Archive,
  named: Readonly<Record<'bodies' | 'images', Pick<ReadonlySet<string>, 'has'>>>,
): Promise<string[]> {
  const found: string[] = [];
  for (const [name, hashes] of Object.entries(named)) {
    const entries = await readdir(join(folder, name), { recursive: true, withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const [, sha256 = ''] = /^([\da-f]{64})\.body(?:\.zst|\.gz)?$/.exec(entry.name) ?? [];
      if (entry.isFile() && !hashes.has(sha256)) found.push(relative(folder, join(entry.parentPath, entry.name)));
    }
  }
  return found.sort();
}
