import type { ReportedFinding, RuleReport } from '@idvkit/schema/formats';

/** A failed rule, and the rules that the same defects break: a wrong status breaks the rule about it and the list of documented ones. */
export interface BrokenRule {
  readonly rule: RuleReport;
  readonly alsoBreaks: readonly RuleReport[];
}

/** Groups failed rules, so that one defect is shown once: a rule stands below an earlier one that has all of its findings. */
export function groupedByDefect(rules: readonly RuleReport[]): readonly BrokenRule[] {
  const groups: {
    readonly rule: RuleReport;
    readonly alsoBreaks: RuleReport[];
    readonly defects: ReadonlySet<string>;
  }[] = [];
  for (const rule of rules) {
    const defects = rule.findings.map(defectOf);
    const isWhole = defects.length > 0 && (rule.moreFindings ?? 0) === 0;
    const group = isWhole ? groups.find((each) => defects.every((defect) => each.defects.has(defect))) : undefined;
    if (group === undefined) groups.push({ rule, alsoBreaks: [], defects: new Set(defects) });
    else group.alsoBreaks.push(rule);
  }
  return groups.map(({ rule, alsoBreaks }) => ({ rule, alsoBreaks }));
}

/** The value that is wrong: another rule may expect something else of it. */
function defectOf({ observation, path = '', actual }: ReportedFinding): string {
  return JSON.stringify([observation, path, actual]);
}

/** Names the rules that the same defects break. */
export function alsoBreaksText(alsoBreaks: readonly RuleReport[]): string | undefined {
  return alsoBreaks.length === 0 ? undefined : `Also breaks ${alsoBreaks.map(({ id }) => id).join(', ')}`;
}
