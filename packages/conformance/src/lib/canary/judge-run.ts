import type { Observation } from '../observation/observation.ts';
import { judgeAll, type RuleOutcome } from '../rule/judge-all.ts';
import type { JudgingContext, Rule } from '../rule/rule.ts';
import { canaries as serviceCanaries } from './canaries.ts';
import type { Canary } from './canary.ts';
import { judgeCanaries, type CanaryOutcome } from './judge-canaries.ts';

/** Verdicts of a run, and the self-checks of its judges. */
export interface JudgedRun {
  readonly outcomes: readonly RuleOutcome[];
  readonly canaries: CanaryOutcome;
}

/**
 * Judges a run by every rule, and checks each judge with corrupted copies of what the run observed.
 *
 * A rule whose self-check fails does not pass: it is not exercised, with the reason. Its findings stay, and so does every other rule.
 *
 * @param canaries Default: those for the rules that bind the service.
 */
export function judgeRun(
  rules: readonly Rule[],
  observations: readonly Observation[],
  context: JudgingContext,
  canaries: readonly Canary[] = serviceCanaries,
): JudgedRun {
  const outcomes = judgeAll(rules, observations, context);
  const checked = judgeCanaries(rules, observations, context, { canaries, outcomes });
  const missed = new Set<string>(checked.missed);
  return {
    outcomes: outcomes.map((outcome) =>
      missed.has(outcome.rule.id) && outcome.verdict === 'passed' ? inconclusive(outcome.rule) : outcome,
    ),
    canaries: checked,
  };
}

function inconclusive(rule: Rule): RuleOutcome {
  return {
    rule,
    verdict: 'not-exercised',
    kept: 0,
    broken: 0,
    evidence: [],
    findings: [],
    reason: 'Self-check failed: the rule did not find an error planted in a copy of this traffic. Please report this.',
  };
}
