import type { Verdict } from '@idvkit/schema/formats';

import type { Observation, ObservationId } from '../../observe/observation.ts';
import { coverageNote } from './coverage.ts';
import type { Finding, Judgement } from './judgement.ts';
import type { JudgingContext, Rule, RuleOf, Scope } from './rule.ts';
import { subjectsOf, type SubjectLists } from './subjects.ts';

/** What one rule came to over all that was observed. */
export interface RuleOutcome {
  readonly rule: Rule;
  /** `failed` or `warned`, by the rule's level, with one finding; `passed` only where something was judged. */
  readonly verdict: Verdict;
  /** How many judgements were made, and how they fell. */
  readonly passes: number;
  readonly failures: number;
  /** The first observations that the verdict rests on, at most {@link EVIDENCE_LIMIT}. */
  readonly evidence: readonly ObservationId[];
  /** The first findings, at most {@link FINDING_LIMIT}; `failures` counts them all. */
  readonly findings: readonly Finding[];
  /** What to supply, if the rule was not tested; which part of its coverage is missing, if it passed. */
  readonly reason?: string;
  /** Every observation that passes the rule and is in none of its findings; absent if nothing was tested. */
  readonly passing?: ReadonlySet<ObservationId>;
}

/** Largest number of observation ids in the evidence of a rule. */
export const EVIDENCE_LIMIT = 10;
/** Largest number of findings in the outcome of a rule. */
export const FINDING_LIMIT = 25;

/**
 * Judges everything that was observed by every rule.
 *
 * @returns One outcome per rule, in the order of `rules`.
 * @throws {Error} if a judge throws: judges are total, so that is a defect of the judge, never of the service.
 */
export function judgeAll(
  rules: readonly Rule[],
  observations: readonly Observation[],
  context: JudgingContext,
): readonly RuleOutcome[] {
  const subjects = subjectsOf(observations);
  return rules.map((rule) => outcomeOf(rule, judgements(rule, subjects, context)));
}

/** Yields what one rule says of all its subjects, one after the other. */
export function* judgements(rule: Rule, subjects: SubjectLists, context: JudgingContext): Generator<Judgement> {
  // A rule of any scope is given subjects of that very scope; the compiler cannot pair the two.
  const { id, scope, judge } = rule as RuleOf<Scope>;
  try {
    for (const subject of subjects[scope]) yield* judge(subject, context);
  } catch (cause) {
    throw new Error(`The judge of ${id} threw`, { cause });
  }
}

function outcomeOf(rule: Rule, judgements: Iterable<Judgement>): RuleOutcome {
  let passes = 0;
  let failures = 0;
  const passedBy = new Set<ObservationId>();
  const failedBy = new Set<ObservationId>();
  const passing = new Set<ObservationId>();
  const failing = new Set<ObservationId>();
  const findings: Finding[] = [];
  const covered = new Set<string>();
  let inconclusive: string | undefined;
  for (const judgement of judgements) {
    if (judgement.outcome === 'inconclusive') {
      inconclusive ??= judgement.reason;
      continue;
    }
    if (judgement.outcome === 'pass') {
      passes += 1;
      for (const part of judgement.covers ?? []) covered.add(part);
    } else {
      failures += 1;
      if (findings.length < FINDING_LIMIT) findings.push(judgement);
    }
    note(judgement.observations, judgement.outcome === 'pass' ? passedBy : failedBy);
    for (const id of judgement.observations) (judgement.outcome === 'pass' ? passing : failing).add(id);
  }
  for (const id of failing) passing.delete(id);
  const common = { rule, passes, failures, passing, evidence: [...(failures > 0 ? failedBy : passedBy)], findings };
  if (failures > 0) return { ...common, verdict: rule.level === 'must' ? 'failed' : 'warned' };
  if (passes === 0) return { ...common, verdict: 'not-exercised', reason: inconclusive ?? rule.needs };
  const missing = coverageNote(rule.coverage, covered);
  // What was tried and told nothing is no ground to pass on the rest.
  if (missing !== undefined && inconclusive !== undefined) {
    return { ...common, passes: 0, evidence: [], verdict: 'not-exercised', reason: `${inconclusive} ${missing}` };
  }
  return { ...common, verdict: 'passed', ...(missing === undefined ? {} : { reason: missing }) };
}

function note(ids: readonly ObservationId[], noted: Set<ObservationId>): void {
  for (const id of ids) {
    if (noted.size >= EVIDENCE_LIMIT) return;
    noted.add(id);
  }
}
