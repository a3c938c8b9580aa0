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

/** The facts about a capture that decide whether it goes. */
export interface PrunableCapture {
  readonly id: number;
  /** Length of its body, as received. */
  readonly bytes: number;
  /** Milliseconds since the Unix epoch. */
  readonly receivedAtMs: number;
}

/** Captures with this tag stay, whatever their age. */
export const KEEP_TAG = 'keep';

/** Chooses captures that go: those that are too old, then the oldest of the others. `captures` are sorted, the oldest first. */
export function choosePruned<Capture extends PrunableCapture>(
  captures: Iterable<Capture>,
  {
    limits: { maxAgeMs = Number.POSITIVE_INFINITY, maxBytes = Number.POSITIVE_INFINITY },
    now,
    stays,
  }: { readonly limits: RetentionLimits; readonly now: Date; readonly stays: (capture: Capture) => boolean },
): Pruning {
  const left: Capture[] = [];
  const tooOld: number[] = [];
  let [held, bytes] = [0, 0];
  for (const capture of captures) {
    held += capture.bytes;
    if (stays(capture)) continue;
    if (now.getTime() - capture.receivedAtMs > maxAgeMs) {
      tooOld.push(capture.id);
      bytes += capture.bytes;
    } else left.push(capture);
  }
  const tooMuch: number[] = [];
  for (const capture of left) {
    if (held - bytes <= maxBytes) break;
    tooMuch.push(capture.id);
    bytes += capture.bytes;
  }
  return { tooOld, tooMuch, bytes };
}
