import type { ConformanceReport, RuleReport } from '@idvkit/schema/formats';

/** The rules of one section of the specification. */
export interface Section {
  readonly name: string;
  readonly rules: readonly RuleReport[];
  readonly passed: number;
  readonly failed: number;
  readonly warned: number;
  readonly notExercised: number;
  /** Judgements made in all. */
  readonly observations: number;
}

/** Groups the rules of a report by their section, in the order in which sections first come up. */
export function sectionsOf({ rules }: Pick<ConformanceReport, 'rules'>): readonly Section[] {
  const byName = Map.groupBy(rules, ({ section }) => section);
  return [...byName].map(([name, own]) => {
    const count = (verdict: RuleReport['verdict']): number => own.filter((rule) => rule.verdict === verdict).length;
    return {
      name,
      rules: own,
      passed: count('passed'),
      failed: count('failed'),
      warned: count('warned'),
      notExercised: count('not-exercised'),
      observations: own.reduce((sum, rule) => sum + rule.observations, 0),
    };
  });
}
