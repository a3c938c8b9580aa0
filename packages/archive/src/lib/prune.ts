import type { Archive } from './archive.ts';
import { choosePruned, KEEP_TAG, type PrunableCapture, type Pruning, type RetentionLimits } from './choose-pruned.ts';

/** Finds the captures that an archive may no longer hold; those that are tagged `keep` stay. Changes nothing. */
export async function planPruning(archive: Archive, limits: RetentionLimits, now: Date): Promise<Pruning> {
  const captures: PrunableCapture[] = [];
  const tagged = new Set<number>();
  for await (const { captured, tags } of archive.list()) {
    const { id, body, receivedAt } = captured;
    captures.push({ id, bytes: body.bytes, receivedAtMs: Date.parse(receivedAt) });
    if (tags.includes(KEEP_TAG)) tagged.add(id);
  }
  return choosePruned(captures, { limits, now, stays: ({ id }) => tagged.has(id) });
}
