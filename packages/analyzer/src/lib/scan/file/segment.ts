import type { HitMeasures } from '../hits-statistics.ts';
import type { HitsCopy } from '../wasm/wasm-hits.ts';
import type { SegmentScan } from '../wasm/wasm-scanner.ts';

/** A part of a file that a thread reads on its own, taking it to lie within an array of hits. */
export interface SegmentOrder {
  readonly from: number;
  /** What is known of the hits before. */
  readonly knew: HitsCopy;
  /** Keys that hits have. */
  readonly keys: readonly string[];
  readonly measures: HitMeasures;
  /** Containers that may still open within the array. */
  readonly maxDepth: number;
  readonly signals: SegmentSignals;
}

/** Reads segments, one after the other. */
export interface SegmentReader {
  read(order: SegmentOrder): Promise<SegmentScan | undefined>;
}

/** What two threads tell each other while one of them reads a segment: numbers by index, offsets in the file. */
export type SegmentSignals = BigInt64Array<SharedArrayBuffer>;

/** Before the first comma between hits from there on the segment ends; 0 if nobody waits for it any more. */
export const TO = 0;
/** Where the segment starts, 0 until that was found. */
export const START = 1;
/** Stands for a start that was not found. */
export const NO_START = -1n;
/** Stands for no end. */
export const OPEN_END: bigint = 2n ** 62n;
