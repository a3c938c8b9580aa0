import type { ConformanceRun } from '../drive/calls/conformance-run.ts';
import { discover } from '../judge/discovery/discover.ts';
import { judgeRun } from '../judge/mutants/judge-mutants.ts';
import { notExercised } from '../judge/rule/judge-all.ts';
import { isChosen, type RuleSelection } from '../judge/rule/rule-glob.ts';
import { serviceRules } from '../judge/rules/all-rules.ts';
import { neededByRecording } from './recording-facts.ts';
import type { Recording } from './recording.ts';

/** Judges a recording like a run. Rules that it cannot decide are reported as not tested, with the reason. */
export function checkRecording(recording: Recording, selection: RuleSelection = {}): ConformanceRun {
  const began = performance.now();
  const { observations, context, target, undecidable, stopped, secrets } = recording;
  const isJudged = isChosen(selection);
  const rules = serviceRules.filter(({ id }) => isJudged(id));
  const decidable = rules.filter(({ id }) => undecidable(id) === undefined);
  const { outcomes, selfCheck } = judgeRun(decidable, observations, context);
  const judged = new Map(
    outcomes.map((outcome) => [
      outcome.rule.id,
      outcome.reason === outcome.rule.needs ? { ...outcome, reason: neededByRecording(outcome.rule) } : outcome,
    ]),
  );
  const at = observations[0]?.at ?? 0;
  return {
    target,
    startedAt: new Date(Number.isFinite(at) ? at : 0).toISOString(),
    durationMs: performance.now() - began,
    seed: 0,
    complete: stopped === undefined,
    ...(stopped === undefined ? {} : { stopped }),
    interrupted: false,
    observations,
    context,
    outcomes: rules.map(
      (rule) => judged.get(rule.id) ?? notExercised(rule, undecidable(rule.id) ?? neededByRecording(rule)),
    ),
    selfCheck,
    discoveries: discover(observations),
    skipped: [],
    created: [],
    secrets,
  };
}
