/** Bounds of what a summary keeps of one document. Totals need none: beyond a bound, details are left out or a sample is kept. */
export interface PayloadBounds {
  /** Entries whose hits have a summary each. */
  readonly entries: number;
  /** Providers whose hits have a shape each. */
  readonly providers: number;
  /** Ids of hits that an entry, a run or the document keeps: of more, a sample. */
  readonly ids: number;
  /** Values outside hits. */
  readonly values: number;
  /** Members or elements of one container outside hits. */
  readonly members: number;
}

export const PAYLOAD_BOUNDS: PayloadBounds = {
  entries: 256,
  providers: 32,
  ids: 65_536,
  values: 100_000,
  members: 1_024,
};

/** Bounds of what the summary of many payloads keeps. */
export interface CorpusBounds {
  /** Submissions: of more, a sample. */
  readonly submissions: number;
  /** Providers: the first by name. */
  readonly providers: number;
  /** Days: the latest. */
  readonly days: number;
}

export const CORPUS_BOUNDS: CorpusBounds = { submissions: 10_000, providers: 64, days: 4_000 };
