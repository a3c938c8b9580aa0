import type { EntrySummary, ScreeningSummary } from '@idvkit/schema/formats';

import { countsOf, sumOfCounts } from '../collect/counts-of.ts';
import type { HitFacts } from '../collect/hits-collector.ts';
import type { ProviderFacts } from '../corpus/document-facts.ts';

type Providers = readonly ProviderFacts<HitFacts, unknown>[];

/** Counts the hits of all entries together by what they are. */
export function kindsOfHits(
  providers: Providers,
): Pick<ScreeningSummary, 'matchStatuses' | 'riskLevels' | 'types' | 'matchTypes'> {
  const hits = providers.flatMap(({ runs }) =>
    runs.flatMap(({ entries }) => entries.flatMap((entry) => (entry.hits.count > 0 ? [entry.hits] : []))),
  );
  return {
    matchStatuses: sumOfCounts(hits.map(({ matchStatuses }) => matchStatuses)),
    riskLevels: sumOfCounts(hits.map(({ riskLevels }) => riskLevels)),
    types: sumOfCounts(hits.map(({ types }) => types)),
    matchTypes: sumOfCounts(hits.map(({ matchTypes }) => matchTypes)),
  };
}

/** Finds the hits of all entries that have the highest scores. */
export function highestHits(providers: Providers, top: number): ScreeningSummary['highest'] {
  const found: ScreeningSummary['highest'] = [];
  for (const { name: provider, runs } of providers) {
    for (const { index: run, entries } of runs) {
      for (const { index: entry, hits } of entries) {
        for (const hit of hits.highest) found.push({ provider, run, entry, ...hit });
      }
    }
  }
  return found.sort((a, b) => b.score - a.score || a.offset - b.offset).slice(0, top);
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
