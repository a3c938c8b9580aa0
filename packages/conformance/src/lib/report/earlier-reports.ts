import type { ConformanceReport, RuleChange, RuleReport } from '@idvkit/schema/formats';

import { isBroken } from './diagnosis/finding-signature.ts';

/** Adds to a report what changed since an earlier one, in total and per rule. */
export function comparedWith(report: ConformanceReport, earlier: ConformanceReport): ConformanceReport {
  const before = new Map(earlier.rules.map((rule) => [rule.id, rule]));
  const counts: Record<RuleChange, number> = { new: 0, fixed: 0, still: 0, unknown: 0 };
  const rules = report.rules.map((rule) => {
    const change = changeOf(rule, before.get(rule.id));
    if (change === undefined) return rule;
    counts[change] += 1;
    return { ...rule, change };
  });
  return { ...report, rules, comparison: { startedAt: earlier.startedAt, counts } };
}

function changeOf(now: RuleReport, before: RuleReport | undefined): RuleChange | undefined {
  const wasBroken = before !== undefined && isBroken(before);
  if (isBroken(now)) return wasBroken ? 'still' : 'new';
  if (!wasBroken) return undefined;
  return now.verdict === 'passed' ? 'fixed' : 'unknown';
}
