// Reads one JSON document, chunk by chunk: validates the whole grammar, tells tokens where the host hears them, and measures
// hits by itself. This is what the host calls; the grammar is in run.ts.

import { ARRAY, frameAt, KIND, NODE, reserveFrames } from './frames';
import { batched, hitBytes, hitCount, resetHits } from './hits';
import { keptCount, textsLimited } from './kept-text';
import { REGISTERS, SCRIPT_TABLE } from './layout';
import { longNumberState } from './long-tokens';
import { ZERO } from './numbers';
import { HITS_ARRAY, pathsEnd, pathsLimited } from './path';
import { put } from './registers';
import { Scan } from './scan';
import { seenKeysLimited } from './seen-keys';
import { DONE, HITS, IN_NUMBER, SKIP, TOKENS, VALUE } from './vocabulary';

export { tellStep } from './frames';
export { emptyBatch, takeStories } from './hits';
export { carry, chunkCapacity, feed, nextChunk } from './input';
export { run } from './run';

/**
 * Makes ready for a document.
 *
 * @param depthLimit Containers within containers.
 * @param textBytes Bytes of a token that must be kept in one piece.
 */
export function init(depthLimit: i32, textBytes: i32): void {
  Scan.maxDepth = depthLimit;
  Scan.keptBytes = textBytes;
  reserveFrames(depthLimit);
  Scan.begin();
}

export function scriptTable(): usize {
  return SCRIPT_TABLE;
}

export function registers(): usize {
  return REGISTERS;
}

/** Says what the host wants to hear of the container that was just opened. */
export function hear(mode: i32): void {
  if (mode == TOKENS) return;
  const frame = frameAt(Scan.depth);
  Scan.unheardDepth = Scan.depth;
  Scan.mode = mode == HITS && load<u32>(frame + KIND) == ARRAY ? HITS : SKIP;
  if (Scan.mode != HITS) return;
  resetHits();
  // Paths remember objects by their number, and were just forgotten.
  Scan.serial = 0;
  store<u32>(frame + NODE, <u32>HITS_ARRAY);
}

/**
 * Writes to the registers what was seen of the hits: those in the batch, all, their bytes, whether one was begun, the end of the paths, kept
 * texts, limits (1: any, 2: of paths).
 */
export function tellHits(): void {
  put(0, <f64>batched);
  put(1, <f64>hitCount);
  put(2, <f64>hitBytes);
  put(3, <f64>i32(hitCount != 0 || Scan.depth > Scan.unheardDepth));
  put(4, <f64>pathsEnd());
  put(5, <f64>keptCount());
  put(6, <f64>(u32(pathsLimited || textsLimited || seenKeysLimited) | (u32(pathsLimited) << 1)));
}

/** Writes where the scan stands to the registers: state, depth, line, start of the line, bytes read, mode. */
export function tell(): void {
  put(0, <f64>Scan.state);
  put(1, <f64>Scan.depth);
  put(2, <f64>Scan.line);
  put(3, <f64>Scan.lineStart);
  put(4, <f64>(Scan.origin + Scan.end));
  put(5, <f64>Scan.mode);
}

/** True if the input may end here: 0 yes, 1 no, 2 after a number that a space would end. */
export function ending(): i32 {
  if (Scan.state == DONE) return 0;
  if (Scan.depth == 0 && (mayEndInNumber() || (Scan.state == IN_NUMBER && longNumberState() >= ZERO))) return 2;
  return 1;
}

/** True if the unread rest is a number that ends with a digit. */
function mayEndInNumber(): bool {
  if ((Scan.state != VALUE && Scan.state != IN_NUMBER) || Scan.end <= Scan.position) return false;
  const last: u32 = load<u8>(Scan.end - 1);
  const first: u32 = load<u8>(Scan.position);
  return last - 0x30 < 10 && (Scan.state == IN_NUMBER || first == 0x2d || first - 0x30 < 10);
}
