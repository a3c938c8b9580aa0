import type { HitBatch, HitMeasures, HitsStatistics } from '../hits-statistics.ts';
import type { ResumePoint } from '../wasm/wasm-scanner.ts';
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

/** Hits of a segment, from the first comma between hits in it. */
export interface SegmentResult {
  readonly start: number;
  /** Before a comma between hits, or before the end of the array. */
  readonly end: ResumePoint;
  readonly statistics: HitsStatistics;
  readonly columns: HitColumns;
  readonly labels: readonly (string | undefined)[];
}

/**
 * What a thread found in a segment. `limited`: so much that what one thread counts of the whole array depends on the order of hits.
 * `undefined`: the segment does not look like hits.
 */
export type SegmentAnswer = SegmentResult | 'limited' | undefined;

/** Columns of a {@link HitBatch}. */
export type HitColumns = Pick<HitBatch, 'offsets' | 'bytes' | 'identities' | 'aliases' | 'media' | 'scores'>;

/** Makes each column. */
export function hitColumns(make: (name: keyof HitColumns) => Float64Array): HitColumns {
  return {
    offsets: make('offsets'),
    bytes: make('bytes'),
    identities: make('identities'),
    aliases: make('aliases'),
    media: make('media'),
    scores: make('scores'),
  };
}
