import type { RuleId } from '@idvkit/schema/rules';

import type { Discovery } from '../../judge/discovery/discovery.ts';
import type { RuleOutcome } from '../../judge/rule/judge-all.ts';
import type { JudgingContext } from '../../judge/rule/rule.ts';
import type { Observation, ObservationId } from '../../observe/observation.ts';
import type { Fixtures } from './run-options.ts';
import type { RunProblem } from './run-problem.ts';

/** The shortest sequence that was found to break a rule. */
export interface FuzzFinding {
  readonly rule: RuleId;
  /** Seed and path that play the sequence again. */
  readonly seed: number;
  readonly path: string;
  readonly steps: readonly string[];
  /** What was observed of it, in order. */
  readonly observations: readonly ObservationId[];
  /** Set if the budget of applications ended the search for a shorter one. */
  readonly cutShort?: true;
}

/** What came of exploring at random. */
export interface FuzzResult {
  /** Sequences played to find something, those of shrinking apart. */
  readonly runs: number;
  /** Steps in all, those of shrinking included. */
  readonly steps: number;
  readonly seed: number;
  readonly findings: readonly FuzzFinding[];
}

/** What the run knows of a scenario that did not run, or not to its end. */
export interface SkippedScenario {
  readonly scenario: string;
  /** What is missing, as one sentence. */
  readonly reason: string;
}

/** Everything that a run came to. Nothing in it is masked: that is the report's task. */
export interface ConformanceRun {
  readonly target: {
    /** Without a slash at its end; of a client's receiver, its address without a query. */
    readonly baseUrl: string;
    /** Empty where the target is a client's receiver. */
    readonly formSlug: string;
    readonly kind: 'embedded-mock' | 'mock' | 'live' | 'recorded' | 'receiver' | 'proxied';
  };
  /** ISO 8601, UTC, by the machine's clock. */
  readonly startedAt: string;
  readonly durationMs: number;
  /** How much of it a live run spent waiting for deliveries, silence or time, without making calls. */
  readonly waitedMs?: number;
  readonly seed: number;
  /** False where the run was interrupted, stopped early, or met a problem; `stopped` then says why. */
  readonly complete: boolean;
  readonly stopped?: string;
  readonly interrupted: boolean;
  /** Set where the target could not be judged, or not wholly: exit code 2. */
  readonly problem?: RunProblem;
  readonly observations: readonly Observation[];
  /** What judges were told beside the observations. */
  readonly context?: JudgingContext;
  /** One per chosen rule, in the catalogue's order. */
  readonly outcomes: readonly RuleOutcome[];
  /** Corrupted copies of the run's own observations that were judged, and the rules that missed theirs. */
  readonly selfCheck: { readonly judged: number; readonly missed: readonly string[] };
  readonly discoveries: readonly Discovery[];
  readonly skipped: readonly SkippedScenario[];
  /** What random sequences came to, where any were played. */
  readonly fuzz?: FuzzResult;
  /** Slugs of the applications that the run created, in order. */
  readonly created: readonly string[];
  /** Key of the fingerprints that stand for slugs in the ledger and in reports: whoever has it can try out slugs on them. */
  readonly fingerprintKey?: string;
  /** File that lists what was created on a live target. */
  readonly ledger?: string;
  /** What was in a certain state before the run. */
  readonly fixtures?: Fixtures;
  /** Tokens and webhook secrets that the run used: they appear in no output. */
  readonly secrets: readonly string[];
}
