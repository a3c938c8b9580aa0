import type { EntrySummary, ScreeningSummary } from '@idvkit/schema/formats';

import { countsOf, sumOfCounts } from '../collect/counts-of.ts';
import type { HitFacts } from '../collect/hits-collector.ts';
import type { ProviderFacts } from '../corpus/document-facts.ts';

/** Sums up the hits of all entries together. */
export function screeningSummary(
  providers: readonly ProviderFacts<HitFacts, unknown>[],
  { duplicates, top }: { readonly duplicates: ScreeningSummary['duplicates']; readonly top: number },
): ScreeningSummary {
  const entries = providers.flatMap(({ name, runs }) =>
    runs.flatMap(({ index, entries: all }) =>
      all.filter(({ hits }) => hits.count > 0).map((entry) => ({ provider: name, run: index, entry })),
    ),
  );
  const sumOf = (kind: 'matchStatuses' | 'riskLevels' | 'types' | 'matchTypes'): ScreeningSummary['types'] =>
    sumOfCounts(entries.map(({ entry }) => entry.hits[kind]));
  return {
    matchStatuses: sumOf('matchStatuses'),
    riskLevels: sumOf('riskLevels'),
    types: sumOf('types'),
    matchTypes: sumOf('matchTypes'),
    highest: entries
      .flatMap(({ provider, run, entry }) =>
        entry.hits.highest.map((hit) => ({ provider, run, entry: entry.index, ...hit })),
      )
      .sort((a, b) => b.score - a.score || a.offset - b.offset)
      .slice(0, top),
    duplicates,
  };
}

/** Counts hits that have no status or level of their own by those of their search record. */
export function withRecord<Hits extends HitFacts>(hits: Hits, record: EntrySummary['record']): Hits {
  const { matchStatuses, riskLevels, count } = hits;
  const ofRecord = (own: typeof matchStatuses, value: string | undefined): typeof matchStatuses =>
    own.total > 0 || value === undefined || count === 0 ? own : countsOf([[value, count]]);
  return {
    ...hits,
    matchStatuses: ofRecord(matchStatuses, record.matchStatus),
    riskLevels: ofRecord(riskLevels, record.riskLevel),
  };
}
