import { AML_LISTS } from '@idvkit/schema';
import type { DocumentSummary, EntrySummary, RunSummary, SummaryWarning } from '@idvkit/schema/formats';
import type { RuleId } from '@idvkit/schema/rules';

/** Warns where a payload contradicts itself; the codes are ids of rules, or names of signs that something was cut off. */
export function warningsOf(summary: Pick<DocumentSummary, 'providers'>): SummaryWarning[] {
  return summary.providers.flatMap(({ name, runs }) =>
    runs.flatMap((run) => {
      const path = `extra.identity_aml.${name}[${run.index}]`;
      return [
        ...warningsOfRun(run, path),
        ...run.entries.flatMap((entry) => warningsOfEntry(entry, `${path}.output.${name}[${entry.index}]`)),
      ];
    }),
  );
}

function warning(code: RuleId | 'aml.entry.total-hits-differ', path: string, message: string): SummaryWarning {
  return { code, path, message };
}

function warningsOfEntry({ flags, hits, totalHits }: EntrySummary, path: string): SummaryWarning[] {
  const found: SummaryWarning[] = [];
  if (flags['is_found'] === false && hits.count > 0) {
    const message = `${hits.count} hits although is_found is false`;
    found.push(warning('aml.entry.hits-empty-when-not-found', path, message));
  }
  if (totalHits !== undefined && totalHits !== hits.count) {
    const message = `total_hits says ${totalHits}, and ${hits.count} hits are there: the provider may have cut them off`;
    found.push(warning('aml.entry.total-hits-differ', path, message));
  }
  return found;
}

function warningsOfRun({ flags, valuesList, entries }: RunSummary, path: string): SummaryWarning[] {
  const found: SummaryWarning[] = [];
  if (entries.length > 0) {
    for (const list of ['found', ...AML_LISTS.map((name) => `in_${name}`)]) {
      const seen = entries.map((entry) => entry.flags[`is_${list}`]);
      if (seen.includes(undefined)) continue;
      const any = flags[`is_any_${list}`];
      if (any !== undefined && any !== seen.includes(true)) {
        found.push(warning('aml.run.aggregate-any', path, `is_any_${list} is not what its entries say`));
      }
      const all = flags[`is_all_${list}`];
      if (all !== undefined && all === seen.includes(false)) {
        found.push(warning('aml.run.aggregate-all', path, `is_all_${list} is not what its entries say`));
      }
    }
  }
  const raised = AML_LISTS.map((name) => `is_any_in_${name}`).filter((name) => flags[name] === true);
  if (valuesList.some((name) => !AML_LISTS.some((list) => name === `is_any_in_${list}`))) {
    found.push(warning('aml.run.values-list-names-flags', path, 'values_list names something that is no flag'));
  } else if (raised.toSorted().join() !== valuesList.toSorted().join()) {
    found.push(
      warning('aml.run.values-list-lists-true', path, 'values_list does not name just the flags that are true'),
    );
  }
  return found;
}
