import type { ConformanceReport, RuleReport } from '@idvkit/schema/formats';
import { SECTIONS } from '@idvkit/schema/rules';

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

/** Groups the rules of a report by their section, in the specification's order. */
export function sectionsOf({ rules }: Pick<ConformanceReport, 'rules'>): readonly Section[] {
  const byName = Map.groupBy(rules, ({ section }) => section);
  const names = [...byName.keys()].toSorted((one, other) => rank(one) - rank(other));
  return names.map((name) => {
    const own = byName.get(name) ?? [];
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

function rank(section: string): number {
  const sections: readonly string[] = SECTIONS;
  const index = sections.indexOf(section);
  return index === -1 ? sections.length : index;
}
