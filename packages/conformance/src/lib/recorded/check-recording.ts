import { createHmac } from 'node:crypto';

import type { ConformanceRun } from '../drive/calls/conformance-run.ts';
import { discover } from '../judge/discovery/discover.ts';
import { judgeRun } from '../judge/mutants/judge-mutants.ts';
import type { RuleSelection } from '../judge/rule/rule-glob.ts';
import type { Observation } from '../observe/observation.ts';
import { chosenRules, decidableRules, recordedOutcomes } from './recorded-outcomes.ts';
import type { Recording } from './recording.ts';

/** Judges a recording like a run. Rules that it cannot decide are reported as not tested, with the reason. */
export function checkRecording(recording: Recording, selection: RuleSelection = {}): ConformanceRun {
  const { observations, context, undecidable } = recording;
  const { outcomes, selfCheck } = judgeRun(decidableRules(recording, selection), observations, { context });
  return {
    ...recordedRun(recording),
    outcomes: recordedOutcomes(outcomes, { undecidable, rules: chosenRules(selection) }),
    selfCheck,
    discoveries: discover(observations),
  };
}

export type RecordedRun = Omit<ConformanceRun, 'outcomes' | 'selfCheck' | 'discoveries'>;

/** Returns what a report says about a recording besides its judgement. */
export function recordedRun({ observations, context, target, stopped, secrets, seen, digest }: Recording): RecordedRun {
  return {
    target,
    ...timesOf(observations),
    seed: 0,
    complete: stopped === undefined,
    ...(stopped === undefined ? {} : { stopped }),
    interrupted: false,
    observations,
    context,
    skipped: [],
    created: [],
    secrets,
    ...(seen && { seen }),
    // Whoever has the recording knows its slugs. Nobody else can try out slugs on a report.
    ...(digest !== undefined && { fingerprintKey: createHmac('sha256', digest).update('fingerprints').digest('hex') }),
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
