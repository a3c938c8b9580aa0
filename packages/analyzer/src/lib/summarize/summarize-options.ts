import type { HitProfile } from '@idvkit/schema/formats';

import type { ScanHandler } from '../scan/scan-handler.ts';

/** Choices of a summary. */
export interface SummarizeOptions {
  /** Fields of a hit that are shown. Default: those that providers commonly write. */
  readonly profile?: HitProfile;
  /** How many of the largest hits of an entry are named. Default 10. */
  readonly top?: number;
  /** Shows personal values, such as the names of hits. Default false. */
  readonly reveal?: boolean;
  /** Containers within containers that are followed. Default 1,000. */
  readonly maxDepth?: number;
  /** Name of the input, which the summary repeats: a file, a delivery of an archive. */
  readonly source?: string;
  /** Stops the reading; the summary is then partial. */
  readonly signal?: AbortSignal;
  /** Hears how many bytes were read, once per chunk. */
  readonly onProgress?: (bytes: number) => void;
  /** Puts another listener between the scan and the summary, which hears the same. */
  readonly wrapHandler?: (handler: ScanHandler) => ScanHandler;
}
