import type { ConformanceReport, RuleReport, Verdict } from '@idvkit/schema/formats';
import { SECTIONS } from '@idvkit/schema/rules';

/** The worst verdict of a section's rules; `partly` if its tested rules passed and some rules were not tested. */
export type SectionOutcome = Verdict | 'partly';

/** The rules of one section of the specification. */
export interface Section {
  readonly name: string;
  readonly rules: readonly RuleReport[];
  readonly outcome: SectionOutcome;
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
    const counts = {
      passed: count('passed'),
      failed: count('failed'),
      warned: count('warned'),
      notExercised: count('not-exercised'),
    };
    return {
      name,
      rules: own,
      outcome: outcomeOf(counts),
      ...counts,
      observations: own.reduce((sum, rule) => sum + rule.observations, 0),
    };
  });
}

function outcomeOf({
  failed,
  warned,
  passed,
  notExercised,
}: Pick<Section, 'failed' | 'warned' | 'passed' | 'notExercised'>): SectionOutcome {
  if (failed > 0) return 'failed';
  if (warned > 0) return 'warned';
  if (passed === 0) return 'not-exercised';
  return notExercised > 0 ? 'partly' : 'passed';
}

function rank(section: string): number {
  const sections: readonly string[] = SECTIONS;
  const index = sections.indexOf(section);
  return index === -1 ? sections.length : index;
}
