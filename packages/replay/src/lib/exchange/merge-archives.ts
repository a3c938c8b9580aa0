import type { Archive, ArchiveWriter } from '@idvkit/archive';
import type { Captured, JournalEntry } from '@idvkit/schema/formats';

import { joinArchives } from '../archives/join-archives.ts';

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

/**
 * Adds the captures of archives to another one, in the order in which they were received. Merging again adds nothing: a capture is
 * known by its time, method, path and the hash of its body. What an archive has erased stays erased. What a source has pruned stays in
 * the merged archive.
 *
 * Tags, images and forwards come along. Attempts to send do not: they belong to runs of the archive that has them.
 */
export async function mergeArchives(
  sources: readonly Archive[],
  { into, writer, signal }: { readonly into: Archive; readonly writer: ArchiveWriter; readonly signal: AbortSignal },
): Promise<MergeResult> {
  const held = await into.captures();
  const { chosen, repeated, erased, isErased } = await joinArchives(sources, { archive: into, held });
  const gone = held.filter(isErased).map(({ id }) => id);
  if (gone.length > 0) await writer.erase(gone);
  const counts = { captures: 0, repeated, erased: erased + gone.length, leftOut: 0 };
  const notes = new Map<Archive, NotesOfCaptures>();
  for (const archive of sources) notes.set(archive, await notesOf(archive));
  for (const { archive, captured } of chosen) {
    signal.throwIfAborted();
    const id = await copyCapture(captured, archive, writer);
    if (id === undefined) {
      counts.leftOut += 1;
      continue;
    }
    counts.captures += 1;
    // Immediately: a merge that ends here counts this capture as repeated the next time, and copies nothing of it.
    for (const note of notes.get(archive)?.get(captured.id) ?? [])
      await copyNote({ ...note, capture: id }, { archive, into, writer });
  }
  return counts;
}

/** @returns The number of the copy; `undefined` if the body is missing or not what was received. */
async function copyCapture(captured: Captured, archive: Archive, writer: ArchiveWriter): Promise<number | undefined> {
  const { kind: _kind, id: _id, body, ...details } = captured;
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

/** Entries of an archive besides the deliveries, by the number of the capture that they are about. */
type NotesOfCaptures = ReadonlyMap<number, readonly CaptureNote[]>;

type CaptureNote = Extract<JournalEntry, { readonly kind: 'tagged' | 'forwarded' | 'image' }>;

async function notesOf(archive: Archive): Promise<NotesOfCaptures> {
  const notes = new Map<number, CaptureNote[]>();
  for await (const fact of archive.facts()) {
    if (fact.kind !== 'tagged' && fact.kind !== 'forwarded' && fact.kind !== 'image') continue;
    notes.set(fact.capture, [...(notes.get(fact.capture) ?? []), fact]);
  }
  return notes;
}

/** Copies an entry about a capture. Leaves out an image that is missing or has changed. */
async function copyNote(
  note: CaptureNote,
  { archive, into, writer }: { readonly archive: Archive; readonly into: Archive; readonly writer: ArchiveWriter },
): Promise<void> {
  if (note.kind === 'tagged') await into.record(note);
  else if (note.kind === 'forwarded') await writer.recordForward(withoutKind(note));
  else if (!('sha256' in note.outcome) || (await copyImage(note.outcome.sha256, archive, into)))
    await writer.recordImage(withoutKind(note));
}

async function copyImage(sha256: string, archive: Archive, into: Archive): Promise<boolean> {
  if (!(await archive.images.isWhole({ sha256 }))) return false;
  const image = await archive.images.read({ sha256 });
  await into.images.store(image as AsyncIterable<Uint8Array>); // No encoding is set.
  return true;
}

function withoutKind<Fact extends { readonly kind: string }>({ kind: _kind, ...fact }: Fact): Omit<Fact, 'kind'> {
  return fact;
}
