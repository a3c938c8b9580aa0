import type { DocumentSummary, EntrySummary, ProviderSummary, RunSummary } from '@idvkit/schema/formats';

/** The part of a document's summary that a corpus adds up. */
export interface DocumentFacts extends Pick<
  DocumentSummary,
  'source' | 'bytes' | 'complete' | 'event' | 'application' | 'outcome' | 'hits' | 'hitBytes' | 'screening' | 'warnings'
> {
  /** Line of the document in its source, 1-based, if there is one document per line. */
  readonly line?: number | undefined;
  readonly providers: readonly ProviderFacts[];
}

/** The part of a provider's summary that a corpus adds up. */
export interface ProviderFacts extends Omit<ProviderSummary, 'runs'> {
  readonly runs: readonly RunFacts[];
}

interface RunFacts extends Omit<RunSummary, 'bytes' | 'entries'> {
  readonly entries: readonly Omit<EntrySummary, 'bytes'>[];
}
