// Reads one JSON document, chunk by chunk: validates the whole grammar, tells tokens where the host hears them, and measures
// hits by itself. This is what the host calls; the grammar is in run.ts.

import { ARRAY, frameAt, INDEX, KIND, NODE, openFrame, reserveFrames, START } from './frames';
import { batched, hitBytes, hitCount, resetHits } from './hits';
import { keptCount, keptTextBytes, newTextBytes, newTexts, tallyFull, textsFull, textsLimited } from './kept-text';
import { OTHER, REGISTERS, SCRIPT_TABLE } from './layout';
import { longNumberState } from './long-tokens';
import { ZERO } from './numbers';
import { created, folds, HITS_ARRAY, pathsEnd, pathsFull, pathsLimited } from './path';
import { put } from './registers';
import { Scan } from './scan';
import { seenKeysLimited } from './seen-keys';
import { otherLimits, resetOthers } from './take-over';
import { AFTER, DONE, HITS, IN_NUMBER, SKIP, TOKENS, VALUE } from './vocabulary';

export { tellStep } from './frames';
export { emptyBatch, takeBatch, takeHitBytes } from './hits';
export { carry, chunkCapacity, feed, moveTo, nextChunk } from './input';
export { run } from './run';
export { canTakeOver, startWith, takeOver } from './take-over';

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

/** Where a copy of what another scan counted is put: as it stands there from the address of the first path on. */
export function others(): usize {
  return OTHER;
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
  resetOthers();
  // Paths remember objects by their number, and were just forgotten.
  Scan.serial = 0;
  store<u32>(frame + NODE, <u32>HITS_ARRAY);
}

/** Puts the scan into an array of hits, behind a hit: the rest of the document is read by somebody else. To be called after `moveTo`. */
export function startBetweenHits(): void {
  Scan.depth = 1;
  openFrame(frameAt(1), ARRAY, 0, Scan.position);
  hear(HITS);
  Scan.state = AFTER;
}

/** Makes `run` come back before the first comma between hits at or behind this offset. */
export function stopBetweenHits(offset: u64): void {
  Scan.stopAt = offset;
}

/** Counts hits that somebody else measured. */
export function addElements(count: u64): void {
  const index = frameAt(Scan.depth) + INDEX;
  store<u64>(index, load<u64>(index) + count);
}

/**
 * Writes to the registers what was seen of the hits: those in the batch, all, their bytes, whether one was begun, the end of the paths, kept
 * texts, limits (1: any, 2: of paths), bytes of texts. And what tells whether it can be taken over: new paths, maps, texts and their bytes,
 * and whether its counts depend on the order.
 */
export function tellHits(): void {
  put(0, <f64>batched);
  put(1, <f64>hitCount);
  put(2, <f64>hitBytes);
  put(3, <f64>i32(hitCount != 0 || Scan.depth > Scan.unheardDepth));
  put(4, <f64>pathsEnd());
  put(5, <f64>keptCount());
  put(6, <f64>(otherLimits | u32(pathsLimited || textsLimited || seenKeysLimited) | (u32(pathsLimited) << 1)));
  put(7, <f64>keptTextBytes());
  put(8, <f64>created);
  put(9, <f64>folds);
  put(10, <f64>newTexts());
  put(11, <f64>newTextBytes());
  put(12, <f64>i32(pathsFull || textsFull || tallyFull));
}

/** Writes where the scan stands to the registers: state, depth, line, start of the line, bytes read, mode, offset, depth and start of what is not heard. */
export function tell(): void {
  put(0, <f64>Scan.state);
  put(1, <f64>Scan.depth);
  put(2, <f64>Scan.line);
  put(3, <f64>Scan.lineStart);
  put(4, <f64>(Scan.origin + Scan.end));
  put(5, <f64>Scan.mode);
  put(6, <f64>(Scan.origin + Scan.position));
  put(7, <f64>Scan.unheardDepth);
  put(8, <f64>load<u64>(frameAt(Scan.unheardDepth) + START));
}

/** Whether the input may end here: 0 yes, 1 no, 2 after a number that a space would end. */
export function ending(): i32 {
  if (Scan.state == DONE) return 0;
  if (Scan.depth == 0 && (mayEndInNumber() || (Scan.state == IN_NUMBER && longNumberState() >= ZERO))) return 2;
  return 1;
}

/** Whether what was not read yet is a number that ends with a digit. */
function mayEndInNumber(): bool {
  if ((Scan.state != VALUE && Scan.state != IN_NUMBER) || Scan.end <= Scan.position) return false;
  const last: u32 = load<u8>(Scan.end - 1);
  const first: u32 = load<u8>(Scan.position);
  return last - 0x30 < 10 && (Scan.state == IN_NUMBER || first == 0x2d || first - 0x30 < 10);
}
