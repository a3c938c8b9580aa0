import { AML_LISTS } from '@idvkit/schema';
import type { EntrySummary, ProviderSummary, RunSummary, SUMMARY_SIGNS, SummaryWarning } from '@idvkit/schema/formats';

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

/** Warns where a screening contradicts itself or may have been cut off. */
export function screeningWarnings(providers: readonly ProviderSummary[], isWhole: boolean): SummaryWarning[] {
  return providers.flatMap(({ name, runs }) =>
    runs.flatMap((run) => {
      const steps = ['extra', 'identity_aml', name, run.index];
      return [
        ...(isWhole ? runWarnings(run, steps) : []),
        ...run.entries.flatMap((entry) => entryWarnings(entry, [...steps, 'output', name, entry.index])),
      ];
    }),
  );
}

function runWarnings({ flags, contradicted, valuesList }: RunSummary, steps: Steps): SummaryWarning[] {
  const found = contradicted.map((flag) =>
    ruleWarning(
      flag.startsWith('is_any_') ? 'aml.run.aggregate-any' : 'aml.run.aggregate-all',
      [...steps, 'result', flag],
      'is not what the flags of its entries add up to',
    ),
  );
  const names: readonly string[] = AML_LISTS.map((list) => `is_any_in_${list}`);
  // A name that is none of a flag is another rule's, and may stand for one that is missed here.
  if (valuesList.some((name) => !names.includes(name))) return found;
  for (const name of names) {
    const flag = flags[name];
    if (flag === undefined || flag === valuesList.includes(name)) continue;
    const message = flag ? `leaves out ${name}, which is true` : `names ${name}, which is false`;
    found.push(ruleWarning('aml.run.values-list-lists-true', [...steps, 'values_list'], message));
  }
  return found;
}

function entryWarnings({ contradicted, hits, totalHits, record }: EntrySummary, steps: Steps): SummaryWarning[] {
  const found: SummaryWarning[] = [];
  const path = pathText(steps);
  if (contradicted.includes('is_found')) {
    const message = `must be empty where is_found is false, and holds ${hits.count}`;
    const place = [...steps, 'output', 'content', 'data', 'hits'];
    found.push(ruleWarning('aml.entry.hits-empty-when-not-found', place, message));
  }
  if (totalHits !== undefined && totalHits !== hits.count) {
    const message = `total_hits says ${totalHits}, and ${hits.count} hits are there${cutHint(totalHits, hits.count)}`;
    const kind = totalHits > hits.count ? 'cut' : 'note';
    found.push(signWarning({ code: 'aml.entry.total-hits-differ', kind, path, message }));
  }
  if (record.totalHits !== undefined && record.totalHits !== hits.count) {
    const message = `the search record says ${record.totalHits}, and ${hits.count} hits are there${cutHint(record.totalHits, hits.count)}`;
    const kind = record.totalHits > hits.count ? 'cut' : 'note';
    found.push(signWarning({ code: 'aml.entry.record-total-differs', kind, path, message }));
  }
  if (record.totalHits === undefined && record.limit !== undefined && record.limit > 0 && hits.count === record.limit) {
    const message = `as many hits as the search's limit of ${record.limit}: there may be more`;
    found.push(signWarning({ code: 'aml.entry.hits-fill-limit', kind: 'cut', path, message }));
  }
  if (hits.ids.repeated > 0) {
    const message = `${hits.ids.repeated} hits have the id of a hit before them`;
    found.push(signWarning({ code: 'aml.entry.ids-repeated', kind: 'note', path, message }));
  }
  return found;
}

function cutHint(said: number, found: number): string {
  return said > found ? ': the provider may have cut them off' : '';
}
