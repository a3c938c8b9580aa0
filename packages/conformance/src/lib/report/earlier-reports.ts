import type { ConformanceReport, RuleChange, RuleReport, Verdict } from '@idvkit/schema/formats';

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

const LETTERS: Readonly<Record<Verdict, string>> = { passed: 'p', failed: 'f', warned: 'f', 'not-exercised': '-' };

/** Adds the verdicts of earlier reports of the same target, oldest first, to each rule that failed at least once. */
export function withHistory(report: ConformanceReport, earlier: readonly ConformanceReport[]): ConformanceReport {
  const all = [...earlier.filter((each) => isSameTarget(each, report)), report];
  const verdicts = all.map(({ rules }) => new Map(rules.map(({ id, verdict }) => [id, verdict])));
  const rules = report.rules.map((rule) => {
    const letters = verdicts.map((each) => LETTERS[each.get(rule.id) ?? 'not-exercised']).join('');
    const [first, last] = [letters.indexOf('f'), letters.lastIndexOf('f')].map((index) => all[index]?.startedAt);
    if (first === undefined || last === undefined) return rule;
    const flaky = /pf+p|fp+f/.test(letters.replaceAll('-', ''));
    return { ...rule, history: { verdicts: letters, firstFailed: first, lastFailed: last, flaky } };
  });
  return { ...report, rules, history: { reports: all.length, since: all[0]?.startedAt ?? report.startedAt } };
}

/** The embedded mock has another port in each run. */
function isSameTarget({ target: one }: ConformanceReport, { target: other }: ConformanceReport): boolean {
  if (one.kind !== other.kind || one.formSlug !== other.formSlug) return false;
  return one.kind === 'embedded-mock' || one.baseUrl === other.baseUrl;
}
