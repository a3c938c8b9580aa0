import type {
  DocumentSummary,
  EntrySummary,
  ProviderSummary,
  RunSummary,
  ScreeningSummary,
} from '@idvkit/schema/formats';

import type { HitFacts } from '../collect/hits-collector.ts';
import type { HitsStatistics } from '../scan/hits-statistics.ts';

/** The part of a document's summary that a corpus adds up. */
export interface DocumentFacts extends Pick<
  DocumentSummary,
  | 'source'
  | 'bytes'
  | 'complete'
  | 'event'
  | 'application'
  | 'outcome'
  | 'hits'
  | 'hitBytes'
  | 'blacklistHits'
  | 'warnings'
> {
  readonly screening: Pick<ScreeningSummary, 'highest' | 'duplicates' | 'exact'>;
  /** Line of the document in its source, 1-based, if there is one document per line. */
  readonly line?: number | undefined;
  readonly providers: readonly ProviderFacts[];
}

/** The part of a provider's summary that a corpus adds up, or all runs of a small payload. */
export type ProviderFacts = Pick<ProviderSummary, 'name' | 'totals' | 'shape'> | PlainProvider;

/** The runs of a provider in a small payload. */
export interface PlainProvider extends Pick<ProviderSummary, 'name'> {
  readonly runs: readonly RunFacts[];
  /** Statistics of each array of hits. */
  readonly statistics: readonly HitsStatistics[];
}

/** The part of a run's summary that totals count. */
export interface RunFacts<Entry = EntryFacts> extends Pick<RunSummary, 'index' | 'flags'> {
  readonly entries: readonly Entry[];
}

/** The same of an entry. */
export interface EntryFacts<Hits = HitFacts> extends Omit<EntrySummary, 'hits'> {
  readonly hits: Hits;
}

/** Returns the flags that some run of a provider has raised. */
export function raisedFlags(facts: ProviderFacts): string[] {
  if ('totals' in facts) return facts.totals.flags.counts.map(({ value }) => value);
  return facts.runs.flatMap(({ flags }) => Object.keys(flags).filter((flag) => flags[flag]));
}
