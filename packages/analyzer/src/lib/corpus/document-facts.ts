import type {
  DocumentSummary,
  EntrySummary,
  HitShape,
  ProviderSummary,
  RunSummary,
  ScreeningSummary,
} from '@idvkit/schema/formats';

import type { HitFacts } from '../collect/hits-collector.ts';
import type { HitsStatistics } from '../scan/hits-statistics.ts';

/** The part of a document's summary that a corpus adds up. */
export interface DocumentFacts extends Pick<
  DocumentSummary,
  'source' | 'bytes' | 'complete' | 'event' | 'application' | 'outcome' | 'hits' | 'hitBytes' | 'warnings'
> {
  readonly screening: Pick<ScreeningSummary, 'highest' | 'duplicates'>;
  /** Line of the document in its source, 1-based, if there is one document per line. */
  readonly line?: number | undefined;
  readonly providers: readonly ProviderFacts[];
}

/** The part of a provider's summary that a corpus adds up. */
export interface ProviderFacts<
  Hits extends HitFacts = HitFacts,
  Shape = HitShape | readonly HitsStatistics[],
> extends Pick<ProviderSummary, 'name'> {
  readonly runs: RunFacts<Hits>[];
  /** Shape of the hits, or the statistics of each array of them. */
  readonly shape: Shape;
}

/** The same of a run. */
export interface RunFacts<Hits extends HitFacts = HitFacts> extends Pick<RunSummary, 'index' | 'flags'> {
  readonly entries: EntryFacts<Hits>[];
}

/** The same of an entry. */
export interface EntryFacts<Hits extends HitFacts = HitFacts> extends Omit<EntrySummary, 'hits'> {
  readonly hits: Hits;
}
