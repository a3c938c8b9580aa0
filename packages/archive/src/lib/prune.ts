import type { Archive } from './archive.ts';

/** How much an archive may hold. */
export interface RetentionLimits {
  /** Captures that were received longer ago go. Milliseconds. */
  readonly maxAgeMs?: number;
  /** The oldest go until bodies are no more than this, as received. Bytes. */
  readonly maxBytes?: number;
}

/** Captures that go. */
export interface Pruning {
  readonly tooOld: readonly number[];
  readonly tooMuch: readonly number[];
  /** Bytes of their bodies, as received. */
  readonly bytes: number;
}

/** Tags that keep a capture whatever its age. */
const KEEP = 'keep';

/** Finds the captures that an archive may no longer hold; those that are tagged `keep` stay. Changes nothing. */
export async function planPruning(archive: Archive, limits: RetentionLimits, now: Date): Promise<Pruning> {
  const { maxAgeMs = Number.POSITIVE_INFINITY, maxBytes = Number.POSITIVE_INFINITY } = limits;
  const left: { readonly id: number; readonly bytes: number }[] = [];
  const tooOld: number[] = [];
  let [held, bytes] = [0, 0];
  for await (const { captured, tags } of archive.list()) {
    held += captured.body.bytes;
    if (tags.includes(KEEP)) continue;
    if (now.getTime() - Date.parse(captured.receivedAt) > maxAgeMs) {
      tooOld.push(captured.id);
      bytes += captured.body.bytes;
    } else left.push({ id: captured.id, bytes: captured.body.bytes });
  }
  const tooMuch: number[] = [];
  for (const capture of left) {
    if (held - bytes <= maxBytes) break;
    tooMuch.push(capture.id);
    bytes += capture.bytes;
  }
  return { tooOld, tooMuch, bytes };
}
