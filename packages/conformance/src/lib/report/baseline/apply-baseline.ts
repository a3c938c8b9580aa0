import type { Baseline, BaselineEntry, RuleReport } from '@idvkit/schema/formats';

/** Marks the rules that a baseline names. An entry holds until the end of the day on which it expires. */
export function applyBaseline(rules: readonly RuleReport[], baseline: Baseline, today: string): readonly RuleReport[] {
  const entries = new Map(baseline.rules.map((entry) => [entry.rule, entry]));
  return rules.map((rule) => {
    const entry = entries.get(rule.id);
    return entry === undefined ? rule : { ...rule, ...mark(rule, entry, today) };
  });
}

function mark(rule: RuleReport, { reason, expires }: BaselineEntry, today: string): Partial<RuleReport> {
  switch (rule.verdict) {
    case 'passed':
      return { baseline: 'unexpected-pass' };
    case 'not-exercised':
      return { baseline: 'not-exercised' };
    case 'failed':
    case 'warned':
      return expires < today
        ? { baseline: 'expired', reason: `Excused until ${expires}: ${reason}` }
        : { baseline: 'known', reason: `Known until ${expires}: ${reason}` };
  }
}
