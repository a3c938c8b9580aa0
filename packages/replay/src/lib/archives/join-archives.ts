import type { Archive } from '@idvkit/archive';
import type { Captured } from '@idvkit/schema/formats';

import { KnownDeliveries } from './known-deliveries.ts';

/** A capture, and the archive that has it. */
export interface ArchivedCapture {
  readonly archive: Archive;
  readonly captured: Captured;
}

/** The captures of several archives, for one that gets them. */
export interface JoinedArchives {
  /** In the order in which they were received. */
  readonly chosen: readonly ArchivedCapture[];
  /** Count of captures that another archive has, too. */
  readonly repeated: number;
  /** Count of captures whose content was erased. */
  readonly erased: number;
  /** Numbers of captures of `into` whose content a source has erased. */
  readonly gone: readonly number[];
}

/**
 * Joins the captures of archives. A capture is known by its time, method, path and the hash of its body, and counts once. What `into` has
 * erased or pruned does not come back. What a source has erased counts only if `erasures` is set: a source may be someone else's. What a
 * source has pruned stays: it had too little space or time for it.
 */
export function joinArchives(
  sources: readonly Archive[],
  { into, erasures }: { readonly into: Archive; readonly erasures: boolean },
): JoinedArchives {
  const held = into.captures();
  const contents = new Set(erasedContents(into, { pruned: true }));
  const foreign = new Set(erasures ? sources.flatMap((archive) => erasedContents(archive, { pruned: false })) : []);
  const gone = held.filter((captured) => foreign.has(contentKey(captured))).map(({ id }) => id);
  for (const key of foreign) contents.add(key);
  const known = new KnownDeliveries(held);
  const chosen: ArchivedCapture[] = [];
  let [repeated, erased] = [0, 0];
  for (const archive of sources) {
    known.startFile();
    const added: Captured[] = [];
    for (const captured of archive.captures()) {
      if (contents.has(contentKey(captured))) erased += 1;
      else if (known.has(captured)) repeated += 1;
      else added.push(captured);
    }
    for (const captured of added) {
      known.add(captured);
      chosen.push({ archive, captured });
    }
  }
  chosen.sort((one, other) => one.captured.receivedAt.localeCompare(other.captured.receivedAt));
  return { chosen, repeated, erased, gone };
}

/** Returns the identity of a content: the hash of its body. All empty bodies have one hash, so the time is part of theirs. */
function contentKey({ body, receivedAt }: Pick<Captured, 'body' | 'receivedAt'>): string {
  return body.bytes === 0 ? receivedAt : body.sha256;
}

/** Returns the contents that were erased, or also `pruned`, and that no other capture of the archive has. */
function erasedContents(archive: Archive, { pruned }: { readonly pruned: boolean }): string[] {
  const held = new Set(archive.captures().map(contentKey));
  return archive
    .erasures()
    .filter(({ because }) => pruned || because === undefined)
    .map(({ receivedAt, bytes, sha256 }) => contentKey({ receivedAt, body: { bytes, sha256, complete: true } }))
    .filter((key) => !held.has(key));
}
