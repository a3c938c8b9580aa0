import type { ConformanceReport, RuleReport, Verdict } from '@idvkit/schema/formats';
import { SECTIONS } from '@idvkit/schema/rules';

import { countVerdicts, type Counts } from './report-facts.ts';

/** The worst verdict of a section's rules; `partly` if its tested rules passed and some rules were not tested. */
export type SectionOutcome = Verdict | 'partly';

export interface Section extends Counts {
  readonly name: string;
  /** Name in words. */
  readonly title: string;
  readonly rules: readonly RuleReport[];
  readonly outcome: SectionOutcome;
  readonly observations: number;
}

/** Groups the rules of a report by their section, in the specification's order. */
export function sectionsOf({ rules }: Pick<ConformanceReport, 'rules'>): readonly Section[] {
  const byName = Map.groupBy(rules, ({ section }) => section);
  return [...byName]
    .toSorted(([one], [other]) => rank(one) - rank(other))
    .map(([name, own]) => {
      const counts = countVerdicts(own);
      const observations = own.reduce((sum, rule) => sum + rule.observations, 0);
      return { name, title: sectionTitle(name), rules: own, outcome: outcomeOf(counts), ...counts, observations };
    });
}

/** Names of sections whose heading in the specification is a name in code. */
const TITLES: Readonly<Record<string, string>> = {
  other_status: 'Statuses of the checks',
  'extra.ekyc': 'eKYC checks',
  'extra.identity_aml': 'AML screening',
};

/** Returns the heading of a section in words. */
export function sectionTitle(name: string): string {
  return TITLES[name] ?? name;
}

function outcomeOf({ failed, warned, passed, notExercised }: Counts): SectionOutcome {
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
