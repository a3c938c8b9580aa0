import type { EntrySummary, HitsSummary, ValueCounts } from '@idvkit/schema/formats';

import { sumOfCounts } from './counts-of.ts';

/** Gives hits without a status or level that of their search record. */
export function withRecord<Hits extends Pick<HitsSummary, 'count' | 'matchStatuses' | 'riskLevels'>>(
  hits: Hits,
  { matchStatus, riskLevel }: Pick<EntrySummary['record'], 'matchStatus' | 'riskLevel'>,
): Hits {
  const { matchStatuses, riskLevels, count } = hits;
  const completed = (own: ValueCounts, value: string | undefined): ValueCounts => {
    const without = count - own.total;
    if (value === undefined || without <= 0) return own;
    const ofRecord = { total: without, distinct: 1, exact: true, counts: [{ value, count: without }] };
    return sumOfCounts([own, ofRecord]);
  };
  return {
    ...hits,
    matchStatuses: completed(matchStatuses, matchStatus),
    riskLevels: completed(riskLevels, riskLevel),
  };
}
