import type { ConformanceRun } from '../drive/calls/conformance-run.ts';
import { discover } from '../judge/discovery/discover.ts';
import { judgeRun } from '../judge/mutants/judge-mutants.ts';
import { isChosen, type RuleSelection } from '../judge/rule/rule-glob.ts';
import { notExercised } from '../judge/rule/rule-outcome.ts';
import { serviceRules } from '../judge/rules/all-rules.ts';
import type { Observation } from '../observe/observation.ts';
import { neededByRecording } from './recording-facts.ts';
import type { Recording } from './recording.ts';

/** Judges a recording like a run. Rules that it cannot decide are reported as not tested, with the reason. */
export function checkRecording(recording: Recording, selection: RuleSelection = {}): ConformanceRun {
  const { observations, context, target, stopped, secrets, undecidable } = recording;
  const isJudged = isChosen(selection);
  const rules = serviceRules
    .filter(({ id }) => isJudged(id))
    .map((rule) => ({ ...rule, needs: neededByRecording(rule) }));
  const decidable = rules.filter(({ id }) => undecidable(id) === undefined);
  const { outcomes, selfCheck } = judgeRun(decidable, observations, { context });
  const judged = new Map(outcomes.map((outcome) => [outcome.rule.id, outcome]));
  return {
    target,
    ...timesOf(observations),
    seed: 0,
    complete: stopped === undefined,
    ...(stopped === undefined ? {} : { stopped }),
    interrupted: false,
    observations,
    context,
    outcomes: rules.map((rule) => judged.get(rule.id) ?? notExercised(rule, undecidable(rule.id) ?? rule.needs)),
    selfCheck,
    discoveries: discover(observations),
    skipped: [],
    created: [],
    secrets,
  };
}

/** Returns when the recorded traffic began, and how long it lasted. */
function timesOf(observations: readonly Observation[]): Pick<ConformanceRun, 'startedAt' | 'durationMs'> {
  const [start, end] = [observations[0]?.at ?? 0, observations.at(-1)?.at ?? 0];
  const isKnown = Number.isFinite(start) && Number.isFinite(end);
  return {
    startedAt: new Date(Number.isFinite(start) ? start : 0).toISOString(),
    durationMs: isKnown ? Math.max(0, end - start) : 0,
  };
}
