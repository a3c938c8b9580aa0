import type { Verdict } from '@idvkit/schema/formats';

import type { Observation, ObservationId } from '../observation/observation.ts';
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
  readonly kept: number;
  readonly broken: number;
  /** The first observations that the verdict rests on, at most {@link EVIDENCE_LIMIT}. */
  readonly evidence: readonly ObservationId[];
  /** The first findings, at most {@link FINDING_LIMIT}; `broken` counts them all. */
  readonly findings: readonly Finding[];
  /** What to supply, where the rule was not exercised; which part of its coverage was not seen, where it passed. */
  readonly reason?: string;
  /** Every observation that keeps the rule and is in no finding of it, where something was judged. */
  readonly keepers?: ReadonlySet<ObservationId>;
}

/** Ids of observations kept per rule. */
export const EVIDENCE_LIMIT = 10;
/** Findings kept per rule. */
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
  let kept = 0;
  let broken = 0;
  const keptBy = new Set<ObservationId>();
  const brokenBy = new Set<ObservationId>();
  const keepers = new Set<ObservationId>();
  const breakers = new Set<ObservationId>();
  const findings: Finding[] = [];
  const covered = new Set<string>();
  let unproven: string | undefined;
  for (const judgement of judgements) {
    if (judgement.kept === null) {
      unproven ??= judgement.reason;
      continue;
    }
    if (judgement.kept) {
      kept += 1;
      for (const part of judgement.covers ?? []) covered.add(part);
    } else {
      broken += 1;
      if (findings.length < FINDING_LIMIT) findings.push(judgement);
    }
    note(judgement.observations, judgement.kept ? keptBy : brokenBy);
    for (const id of judgement.observations) (judgement.kept ? keepers : breakers).add(id);
  }
  for (const id of breakers) keepers.delete(id);
  const common = { rule, kept, broken, keepers, evidence: [...(broken > 0 ? brokenBy : keptBy)], findings };
  if (broken > 0) return { ...common, verdict: rule.level === 'must' ? 'failed' : 'warned' };
  if (kept === 0) return { ...common, verdict: 'not-exercised', reason: unproven ?? rule.needs };
  const missing = coverageNote(rule.coverage, covered);
  // What was tried and told nothing is no ground to pass on the rest.
  if (missing !== undefined && unproven !== undefined) {
    return { ...common, kept: 0, evidence: [], verdict: 'not-exercised', reason: `${unproven} ${missing}` };
  }
  return { ...common, verdict: 'passed', ...(missing === undefined ? {} : { reason: missing }) };
}

function note(ids: readonly ObservationId[], noted: Set<ObservationId>): void {
  for (const id of ids) {
    if (noted.size >= EVIDENCE_LIMIT) return;
    noted.add(id);
  }
}
