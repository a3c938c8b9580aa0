import type { Observation } from '../../observe/observation.ts';
import { judgeAll, type RuleOutcome } from '../rule/judge-all.ts';
import type { JudgingContext, Rule } from '../rule/rule.ts';
import { judgeMutants, type MutantOutcome } from './judge-mutants.ts';
import type { Mutant } from './mutant.ts';
import { mutants as serviceMutants } from './mutants.ts';

export interface JudgedRun {
  readonly outcomes: readonly RuleOutcome[];
  readonly selfCheck: MutantOutcome;
}

/** Judges a run. A rule that passes but misses its mutant is reported as not tested. */
export function judgeRun(
  rules: readonly Rule[],
  observations: readonly Observation[],
  context: JudgingContext,
  mutants: readonly Mutant[] = serviceMutants,
): JudgedRun {
  const outcomes = judgeAll(rules, observations, context);
  const checked = judgeMutants(rules, observations, context, { mutants, outcomes });
  const missed = new Set<string>(checked.missed);
  return {
    outcomes: outcomes.map((outcome) =>
      missed.has(outcome.rule.id) && outcome.verdict === 'passed' ? inconclusive(outcome.rule) : outcome,
    ),
    selfCheck: checked,
  };
}

function inconclusive(rule: Rule): RuleOutcome {
  return {
    rule,
    verdict: 'not-exercised',
    passes: 0,
    failures: 0,
    evidence: [],
    findings: [],
    reason: 'Self-check failed: the rule did not find an error planted in a copy of this traffic. Please report this.',
  };
}
