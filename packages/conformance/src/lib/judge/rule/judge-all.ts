import type { Observation } from '../../observe/observation.ts';
import type { Judgement } from './judgement.ts';
import { outcomeOf, type RuleOutcome } from './rule-outcome.ts';
import type { JudgingContext, Rule, RuleOf, Scope } from './rule.ts';
import { subjectsOf, type SubjectLists } from './subjects.ts';

/** Judges all observations by every rule. @throws {Error} if a judge throws: a defect of the judge. */
export function judgeAll(
  rules: readonly Rule[],
  observations: readonly Observation[],
  context: JudgingContext,
): readonly RuleOutcome[] {
  const subjects = subjectsOf(observations);
  return rules.map((rule) => outcomeOf(rule, judgements(rule, subjects, context)));
}

export function* judgements(rule: Rule, subjects: SubjectLists, context: JudgingContext): Generator<Judgement> {
  // `subjects[scope]` holds subjects of the rule's own scope; the compiler cannot pair the two.
  const { id, scope, judge } = rule as RuleOf<Scope>;
  try {
    for (const subject of subjects[scope]) yield* judge(subject, context);
  } catch (cause) {
    throw new Error(`The judge of ${id} threw`, { cause });
  }
}
