import { counted, countText } from '@idvkit/cli-kit';
import type { LeftOutHits, SUMMARY_SIGNS, SummaryWarning } from '@idvkit/schema/formats';

import type { HitFacts } from '../collect/hits-collector.ts';
import { isLeftOut } from '../collect/left-out.ts';
import type { EntryFacts, RunFacts } from '../corpus/document-facts.ts';
import { pathText } from '../scan/json-error.ts';
import { ruleWarning } from './rule-warnings.ts';

type Steps = readonly (string | number)[];
type Sign = (typeof SUMMARY_SIGNS)[number];

/** Creates a warning of something that no rule is about. */
export function signWarning(
  warning: Pick<SummaryWarning, 'path' | 'message'> & { readonly code: Sign; readonly kind: 'cut' | 'note' },
): SummaryWarning {
  return { ...warning, level: 'should' };
}

/** A provider with what is known of its entries. */
export interface ScreenedProvider {
  readonly name: string;
  readonly runs: readonly RunFacts<EntryFacts<HitFacts | LeftOutHits>>[];
}

/** Warns of entries that contradict their hits, or whose hits may have been cut off. */
export function screeningWarnings(providers: readonly ScreenedProvider[]): SummaryWarning[] {
  return providers.flatMap(({ name, runs }) =>
    runs.flatMap(({ index, entries }) =>
      entries.flatMap((entry) =>
        entryWarnings(entry, ['extra', 'identity_aml', name, index, 'output', name, entry.index]),
      ),
    ),
  );
}

function entryWarnings(
  { contradicted, flags, hits, blacklistHits, totalHits, record }: EntryFacts<HitFacts | LeftOutHits>,
  steps: Steps,
): SummaryWarning[] {
  // Of an entry that is left out, too little is known.
  if (isLeftOut(hits)) return [];
  const found: SummaryWarning[] = [];
  const path = pathText(steps);
  if (contradicted.includes('is_found')) {
    const message = `must be empty where is_found is false, and holds ${countText(hits.count)}`;
    const place = [...steps, 'output', 'content', 'data', 'hits'];
    found.push(ruleWarning('aml.entry.hits-empty-when-not-found', place, message));
  }
  if (flags['is_found'] === true && hits.count === 0) {
    const listed = blacklistHits === 0 ? '' : `: ${countText(blacklistHits)} on the client's own blacklist`;
    const message = `found, but no hits${listed}`;
    found.push(signWarning({ code: 'aml.entry.found-without-hits', kind: 'note', path, message }));
  }
  if (totalHits !== undefined && totalHits !== hits.count) {
    const message = `total_hits says ${countText(totalHits)}, and ${countText(hits.count)} hits are there${cutHint(totalHits, hits.count)}`;
    const kind = totalHits > hits.count ? 'cut' : 'note';
    found.push(signWarning({ code: 'aml.entry.total-hits-differ', kind, path, message }));
  }
  if (record.totalHits !== undefined && record.totalHits !== hits.count) {
    const message = `the search record says ${countText(record.totalHits)}, and ${countText(hits.count)} hits are there${cutHint(record.totalHits, hits.count)}`;
    const kind = record.totalHits > hits.count ? 'cut' : 'note';
    found.push(signWarning({ code: 'aml.entry.record-total-differs', kind, path, message }));
  }
  if (record.totalHits === undefined && record.limit !== undefined && record.limit > 0 && hits.count === record.limit) {
    const message = `as many hits as the search's limit of ${countText(record.limit)}: there may be more`;
    found.push(signWarning({ code: 'aml.entry.hits-fill-limit', kind: 'cut', path, message }));
  }
  // An estimate is not a reason to warn.
  if (hits.ids.exact && hits.ids.repeated > 0) {
    const message = `${counted(hits.ids.repeated, 'hit has', 'hits have')} the id of a hit before`;
    found.push(signWarning({ code: 'aml.entry.ids-repeated', kind: 'note', path, message }));
  }
  return found;
}

function cutHint(said: number, found: number): string {
  return said > found ? ': the provider may have cut them off' : '';
}
