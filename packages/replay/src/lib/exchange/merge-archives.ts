import type { Archive, ArchiveWriter } from '@idvkit/archive';
import type { Captured, JournalEntry } from '@idvkit/schema/formats';

import { KnownDeliveries } from '../exchange/import/known-deliveries.ts';

/** What a merge did. */
export interface MergeResult {
  /** Captures that were added. */
  readonly captures: number;
  /** Captures that another archive, or the merged one, has too. */
  readonly repeated: number;
  /** Captures that were left out or erased, as an archive has erased their bodies. */
  readonly erased: number;
  /** Captures that were left out, as their bodies are missing or changed. */
  readonly leftOut: number;
}

interface Chosen {
  readonly archive: Archive;
  readonly captured: Captured;
}

/**
 * Adds the captures of archives to another one, in the order in which they were received. Merging again adds nothing: a capture is
 * known by its time, method, path and the hash of its body. What an archive has erased stays erased.
 *
 * Tags, images and forwards come along. Attempts to send do not: they belong to runs of the archive that has them.
 */
export async function mergeArchives(
  sources: readonly Archive[],
  { into, writer, signal }: { readonly into: Archive; readonly writer: ArchiveWriter; readonly signal: AbortSignal },
): Promise<MergeResult> {
  const erased = new Set<string>();
  for (const archive of [...sources, into]) for (const hash of await erasedBodies(archive)) erased.add(hash);
  const held = await into.captures();
  const known = new KnownDeliveries(held);
  const counts = { captures: 0, repeated: 0, erased: 0, leftOut: 0 };
  const chosen: Chosen[] = [];
  for (const archive of sources) {
    known.startFile();
    for (const captured of await archive.captures()) {
      if (erased.has(captured.body.sha256)) counts.erased += 1;
      else if (known.has(captured)) counts.repeated += 1;
      else chosen.push({ archive, captured });
    }
    for (const { archive: owner, captured } of chosen) if (owner === archive) known.add(captured);
  }
  const gone = held.filter(({ body }) => erased.has(body.sha256)).map(({ id }) => id);
  if (gone.length > 0) await writer.erase(gone);
  counts.erased += gone.length;
  const added = new Map<Archive, Map<number, number>>();
  chosen.sort((a, b) => a.captured.receivedAt.localeCompare(b.captured.receivedAt));
  for (const { archive, captured } of chosen) {
    signal.throwIfAborted();
    const id = await copyCapture(captured, archive, writer);
    if (id === undefined) counts.leftOut += 1;
    else {
      counts.captures += 1;
      added.set(archive, (added.get(archive) ?? new Map<number, number>()).set(captured.id, id));
    }
  }
  for (const [archive, ids] of added) await copyNotes(archive, ids, { into, writer });
  return counts;
}

/** Returns the hashes of bodies that were erased, and that no other capture of the archive has. */
async function erasedBodies(archive: Archive): Promise<Set<string>> {
  const bodies = new Map<number, string>();
  const erased = new Set<string>();
  for await (const fact of archive.journal()) {
    if (fact.kind === 'captured') bodies.set(fact.id, fact.body.sha256);
    else if (fact.kind === 'erased') {
      erased.add(bodies.get(fact.id) ?? '');
      bodies.delete(fact.id);
    }
  }
  for (const held of bodies.values()) erased.delete(held);
  return erased;
}

/** @returns The number of the copy; `undefined` if the body is missing or not what was received. */
async function copyCapture(captured: Captured, archive: Archive, writer: ArchiveWriter): Promise<number | undefined> {
  const { kind: _kind, id: _id, body, summary: _summary, ...details } = captured;
  const broken = new Error('The body broke off when it was received');
  let isRead = false;
  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield* (await archive.openBody(captured)) as AsyncIterable<Uint8Array>; // No encoding is set.
    isRead = true;
    // An error marks the body as incomplete.
    if (!body.complete) throw broken;
  }
  const staged = await writer.stage(bytes());
  if (isRead && staged.sha256 === body.sha256) return (await writer.commit(staged, details)).id;
  await writer.discard(staged);
  return undefined;
}

/** Copies what is known of captures besides their deliveries. */
async function copyNotes(
  archive: Archive,
  ids: ReadonlyMap<number, number>,
  { into, writer }: { readonly into: Archive; readonly writer: ArchiveWriter },
): Promise<void> {
  for await (const fact of archive.facts()) {
    const capture = captureOf(fact, ids);
    if (capture === undefined) continue;
    if (fact.kind === 'tagged') await into.record({ ...fact, capture });
    else if (fact.kind === 'forwarded') await writer.recordForward(withoutKind({ ...fact, capture }));
    else if (fact.kind === 'image') {
      if ('sha256' in fact.outcome) {
        const image = await archive.images.read(fact.outcome.sha256);
        await into.images.publish(await into.images.stage(image as AsyncIterable<Uint8Array>)); // No encoding is set.
      }
      await writer.recordImage(withoutKind({ ...fact, capture }));
    }
  }
}

function captureOf(fact: JournalEntry, ids: ReadonlyMap<number, number>): number | undefined {
  return 'capture' in fact ? ids.get(fact.capture) : undefined;
}

function withoutKind<Fact extends { readonly kind: string }>({ kind: _kind, ...fact }: Fact): Omit<Fact, 'kind'> {
  return fact;
}
