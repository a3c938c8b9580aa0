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
  /** Count of captures whose content an archive has erased. */
  readonly erased: number;
  /** Checks whether an archive has erased the content of a capture. */
  readonly isErased: (captured: Captured) => boolean;
}

/**
 * Joins the captures of archives. A capture is known by its time, method, path and the hash of its body, and counts once. What an
 * archive has erased, none has. What an archive has pruned stays in the others: it had too little space or time for it.
 *
 * @param into The archive that gets the captures, and what it holds: it has no need of those, nor of what it has pruned.
 */
export async function joinArchives(
  sources: readonly Archive[],
  into: { readonly archive: Archive; readonly held: readonly Captured[] },
): Promise<JoinedArchives> {
  const contents = new Set<string>();
  for (const archive of sources) for (const key of await erasedBodies(archive, { pruned: false })) contents.add(key);
  for (const key of await erasedBodies(into.archive, { pruned: true })) contents.add(key);
  const isErased = (captured: Captured): boolean => contents.has(contentKey(captured));
  const known = new KnownDeliveries(into.held);
  const chosen: ArchivedCapture[] = [];
  let [repeated, erased] = [0, 0];
  for (const archive of sources) {
    known.startFile();
    const added: Captured[] = [];
    for (const captured of await archive.captures()) {
      if (isErased(captured)) erased += 1;
      else if (known.has(captured)) repeated += 1;
      else added.push(captured);
    }
    for (const captured of added) {
      known.add(captured);
      chosen.push({ archive, captured });
    }
  }
  chosen.sort((one, other) => one.captured.receivedAt.localeCompare(other.captured.receivedAt));
  return { chosen, repeated, erased, isErased };
}

/** Returns the identity of a content: the hash of its body. All empty bodies have one hash, so time and path are part of theirs. */
function contentKey({ body, receivedAt, method, path }: Captured): string {
  return body.bytes === 0 ? `${receivedAt} ${method} ${path}` : body.sha256;
}

/** Returns the contents that were erased, or also `pruned`, and that no other capture of the archive has. */
async function erasedBodies(archive: Archive, { pruned }: { readonly pruned: boolean }): Promise<Set<string>> {
  const bodies = new Map<number, string>();
  const erased = new Set<string>();
  for await (const fact of archive.journal()) {
    if (fact.kind === 'captured') bodies.set(fact.id, contentKey(fact));
    else if (fact.kind === 'erased') {
      if (pruned || fact.because === undefined) erased.add(bodies.get(fact.id) ?? '');
      bodies.delete(fact.id);
    }
  }
  for (const held of bodies.values()) erased.delete(held);
  return erased;
}
