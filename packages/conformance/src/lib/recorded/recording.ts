import type { RuleId } from '@idvkit/schema/rules';

import type { ConformanceRun } from '../drive/calls/conformance-run.ts';
import type { JudgingContext } from '../judge/rule/rule.ts';
import type { Observation } from '../observe/observation.ts';
import type { RecordingFacts } from './recording-facts.ts';

export interface Recording {
  readonly observations: readonly Observation[];
  readonly target: ConformanceRun['target'];
  readonly context: JudgingContext;
  /** Returns why this recording cannot decide a rule, as one sentence; undefined if it can. */
  readonly undecidable: (id: RuleId) => string | undefined;
  /** Reason for an incomplete reading. */
  readonly stopped?: string;
  /** Omissions, as sentences. */
  readonly notes: readonly string[];
  /** Tokens and secrets in it, which no output contains. */
  readonly secrets: readonly string[];
}

/** Facts about a recording that it does not contain. */
export interface RecordingOptions {
  /** Address of the service. Default: the only host that is called like the service. */
  readonly baseUrl?: string | undefined;
  /** Flow that is known to exist, with a document scan or liveness step. */
  readonly formSlug?: string | undefined;
  /** Keys of the input parameters that the form declares. */
  readonly inputParameters?: readonly string[] | undefined;
  /** Secret of the receivers, to check deliveries. */
  readonly webhookSecret?: string | undefined;
  readonly facts?: RecordingFacts | undefined;
}
