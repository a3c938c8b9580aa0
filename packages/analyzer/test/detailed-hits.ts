import type { EntrySummary, HitsSummary } from '@idvkit/schema/formats';

/** Returns the summary of the hits of an entry, which must have one. */
export function detailedHits(entry: EntrySummary | undefined): HitsSummary {
  if (entry === undefined || !('bytes' in entry.hits)) throw new Error('The details of the entry are left out');
  return entry.hits;
}
