import type { Verdict } from '@idvkit/schema/formats';

import type { Observation, ObservationId } from '../../observe/observation.ts';
import type { Finding } from './judgement.ts';
import { conclude, type OrderedJudgement, type RuleTally, tallyOf } from './rule-tally.ts';
import type { JudgingContext, Rule, RuleOf, Scope } from './rule.ts';
import { subjectsOf, type SubjectLists } from './subjects.ts';

/** The result of one rule over everything observed. */
export interface RuleOutcome<Found = Finding> {
  readonly rule: Rule;
  /** `failed` or `warned` (by the rule's level) with one finding; `passed` only if something was judged. */
  readonly verdict: Verdict;
  readonly passes: number;
  readonly failures: number;
  /** The first observations that the verdict rests on, at most {@link EVIDENCE_LIMIT}. */
  readonly evidence: readonly ObservationId[];
  /** The first findings, at most {@link FINDING_LIMIT}; `failures` counts them all. */
  readonly findings: readonly Found[];
  /** What to supply, if the rule was not tested; which part of its coverage is missing, if it passed. */
  readonly reason?: string;
  /** Every observation that passes the rule and is in none of its findings; absent if nothing was tested. */
  readonly passing?: ReadonlySet<ObservationId>;
}

/** Judges all observations by every rule. @throws {Error} if a judge throws: a defect of the judge. */
export function judgeAll(
  rules: readonly Rule[],
  observations: readonly Observation[],
  context: JudgingContext,
): readonly RuleOutcome[] {
  const subjects = subjectsOf(observations);
  return rules.map((rule) => {
    const { tally, passing } = tallyOf(judgements(rule, subjects, context));
    return { ...outcomeOf(rule, tally), passing };
  });
}

export function* judgements(
  rule: Rule,
  subjects: SubjectLists,
  context: JudgingContext,
  isOwn: (subject: SubjectLists[Scope][number]) => boolean = () => true,
): Generator<OrderedJudgement> {
  // `subjects[scope]` holds subjects of the rule's own scope; the compiler cannot pair the two.
  const { id, scope, judge } = rule as RuleOf<Scope>;
  try {
    for (const [place, subject] of subjects[scope].entries()) {
      if (!isOwn(subject)) continue;
      let nth = 0;
      for (const value of judge(subject, context)) yield { order: [place, nth++], value };
    }
  } catch (cause) {
    throw new Error(`The judge of ${id} threw`, { cause });
  }
}

export function outcomeOf<Found>(rule: Rule, tally: RuleTally<Found>): RuleOutcome<Found> {
  const findings = tally.findings.map(({ value }) => value);
  return { rule, failures: tally.failures, findings, ...conclude(tally, rule) };
}

/** Returns the outcome of a rule that is not tested, whatever was observed. */
export function notExercised(rule: Rule, reason: string): RuleOutcome<never> {
  return { rule, verdict: 'not-exercised', passes: 0, failures: 0, evidence: [], findings: [], reason };
}
