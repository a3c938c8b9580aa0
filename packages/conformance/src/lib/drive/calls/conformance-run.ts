import type { RuleId, Supply } from '@idvkit/schema/rules';

import type { Discovery } from '../../judge/discovery/discovery.ts';
import type { RuleOutcome } from '../../judge/rule/rule-outcome.ts';
import type { JudgingContext } from '../../judge/rule/rule.ts';
import type { Observation, ObservationId } from '../../observe/observation.ts';
import type { Coverages } from './plan-coverage.ts';
import type { Fixtures } from './run-options.ts';
import type { RunProblem } from './run-problem.ts';

/** The shortest sequence found that breaks a rule. */
export interface FuzzFinding {
  readonly rule: RuleId;
  /** Seed and path to replay the sequence. */
  readonly seed: number;
  readonly path: string;
  readonly steps: readonly string[];
  /** Observations of the sequence, in order. */
  readonly observations: readonly ObservationId[];
  /** Set if the budget of applications ended the shrinking. */
  readonly cutShort?: true;
}

/** Result of random sequences. */
export interface FuzzResult {
  /** Sequences played, without those of shrinking. */
  readonly runs: number;
  /** Steps played, including shrinking. */
  readonly steps: number;
  readonly seed: number;
  readonly findings: readonly FuzzFinding[];
}

/** A scenario that did not run, or not completely. */
export interface SkippedScenario {
  readonly scenario: string;
  /** Missing part, as one sentence. */
  readonly reason: string;
  /** Supplies of which one would do. Absent if nothing of them is missing. */
  readonly lacks?: readonly Supply[];
}

/** The result of a run. It is not masked: reports mask it. */
export interface ConformanceRun {
  readonly target: {
    /** Without a trailing slash; the address of a receiver has no query. */
    readonly baseUrl: string;
    /** Empty if the target is a receiver. */
    readonly formSlug: string;
    readonly kind: 'embedded-mock' | 'mock' | 'live' | 'recorded' | 'receiver' | 'proxied';
  };
  /** ISO 8601, UTC, by the machine's clock. */
  readonly startedAt: string;
  readonly durationMs: number;
  /** Time that a live run only waited, for deliveries, silence or the clock. */
  readonly waitedMs?: number;
  readonly seed: number;
  /** False if the run was interrupted, stopped early, or met a problem; `stopped` then says why. */
  readonly complete: boolean;
  readonly stopped?: string;
  readonly interrupted: boolean;
  /** Set if the target could not be judged, or not completely: exit code 2. */
  readonly problem?: RunProblem;
  readonly observations: readonly Observation[];
  /** Facts for judges that are not observations. */
  readonly context?: JudgingContext;
  /** One per chosen rule, in the catalogue's order, and the rule that a receiver broke before others could be tested. */
  readonly outcomes: readonly RuleOutcome[];
  /** Mutants judged, and the rules that missed theirs. */
  readonly selfCheck: { readonly judged: number; readonly missed: readonly string[] };
  readonly discoveries: readonly Discovery[];
  readonly skipped: readonly SkippedScenario[];
  /** Conditions of the calls and of the deliveries that came, if they were planned. */
  readonly plan?: (Coverages & { readonly deliveries?: Coverages }) | undefined;
  /** Result of random sequences, if any were played. */
  readonly fuzz?: FuzzResult;
  /** Options that repeat an audit of a receiver. Absent if the target is another one. */
  readonly audited?: {
    /** With its query, which reports do not show. */
    readonly url: string;
    readonly hasProbe: boolean;
    readonly maxBodyBytes?: number | undefined;
  };
  /** Slugs of the applications that the run created, in order. */
  readonly created: readonly string[];
  /** Key of the fingerprints that replace slugs in the ledger and in reports. With it, slugs can be guessed. */
  readonly fingerprintKey?: string;
  /** File that lists the applications created on a live target. */
  readonly ledger?: string;
  /** Applications that existed before the run. */
  readonly fixtures?: Fixtures;
  /** Tokens and webhook secrets of the run, which no output contains. */
  readonly secrets: readonly string[];
}
