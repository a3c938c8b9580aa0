import type { HitMeasures, HitsStatistics } from '../hits-statistics.ts';
import type { ScanPlace } from '../wasm-scanner.ts';
import type { Seam } from './seam.ts';

/** A part of a file that one thread reads on its own, taking it to lie within an array of hits. */
export interface SegmentOrder {
  readonly from: number;
  readonly to: number;
  readonly seam: Seam;
  readonly measures: HitMeasures;
  /** Containers that may still open within the array. */
  readonly maxDepth: number;
}

/** What a thread found in its segment, from the first comma between hits in it. */
export interface SegmentResult {
  readonly start: number;
  /** Before a comma between hits, or before the end of the array. */
  readonly end: ScanPlace;
  readonly statistics: HitsStatistics;
  readonly offsets: Float64Array;
  readonly bytes: Float64Array;
  readonly identities: Float64Array;
  readonly labels: readonly (string | undefined)[];
}
