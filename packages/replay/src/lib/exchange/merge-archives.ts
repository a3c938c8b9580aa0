import { ArchiveError, type Archive, type ArchiveWriter } from '@idvkit/archive';
import type { Captured, ImageEntry } from '@idvkit/schema/formats';

import { joinArchives } from '../archives/join-archives.ts';

/** Result of a merge. */
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

export interface MergeOptions {
  readonly into: Archive;
  /** True to leave out what a source has erased, and erase it from `into`. What `into` has erased is always left out. Default false. */
  readonly erasures?: boolean;
  readonly signal: AbortSignal;
}

/**
 * Adds the captures of archives to another one, in the order in which they were received. Merging again adds nothing: a capture is
 * known by its time, method, path and the hash of its body.
 *
 * Tags, images and attempts to forward come along. Attempts to send do not: they belong to runs of the archive that has them.
 */
export async function mergeArchives(
  sources: readonly Archive[],
  { into, erasures = false, signal }: MergeOptions,
): Promise<MergeResult> {
  const writer = into.openWriter();
  const { chosen, repeated, erased, gone } = joinArchives(sources, { into, erasures });
  if (gone.length > 0) await into.erase(gone);
  const counts = { captures: 0, repeated, erased: erased + gone.length, leftOut: 0 };
  for (const { archive, captured } of chosen) {
    signal.throwIfAborted();
    const id = await copyCapture(captured, archive, writer);
    if (id === undefined) {
      counts.leftOut += 1;
      continue;
    }
    counts.captures += 1;
    // Immediately: a merge that ends here counts this capture as repeated the next time, and copies nothing of it.
    await copyNotes({ from: captured.id, to: id }, archive, into);
  }
  return counts;
}

/** @returns The number of the copy; `undefined` if the body is missing or not what was received. */
async function copyCapture(captured: Captured, archive: Archive, writer: ArchiveWriter): Promise<number | undefined> {
  const { id: _id, body, ...details } = captured;
  const broken = new Error('The body broke off when it was received');
  let isRead = false;
  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield* archive.openBody(captured) as AsyncIterable<Uint8Array>; // No encoding is set.
    isRead = true;
    // An error marks the body as incomplete.
    if (!body.complete) throw broken;
  }
  const taken = await writer.take(bytes(), details);
  if (isRead && taken.sha256 === body.sha256) return (await writer.commit(taken, details)).id;
  await writer.discard(taken);
  return undefined;
}

/** Copies what is known about a capture. Leaves out images that are missing or have changed. */
async function copyNotes(
  { from, to }: { readonly from: number; readonly to: number },
  archive: Archive,
  into: Archive,
): Promise<void> {
  await into.tag([to], { add: archive.find(String(from)).tags });
  for (const attempt of archive.attemptsOf(from)) {
    if (attempt.run === undefined) await into.addAttempt({ ...attempt, capture: to });
  }
  for (const image of archive.imagesOf(from)) await copyImage(image, { to, archive, into });
}

async function copyImage(
  image: ImageEntry,
  { to, archive, into }: { readonly to: number; readonly archive: Archive; readonly into: Archive },
): Promise<void> {
  const entry = { ...image, capture: to };
  if ('failure' in image.outcome) return into.addImages([{ entry }]);
  try {
    const file = await into.takeImage(archive.openImage(image) as AsyncIterable<Uint8Array>); // No encoding is set.
    await into.addImages([{ entry, file }]);
  } catch (error) {
    if (!(error instanceof ArchiveError && error.code.startsWith('body-'))) throw error;
  }
}
