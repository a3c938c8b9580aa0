import type { RuleId } from '@idvkit/schema/rules';

import type { ConformanceRun } from '../drive/calls/conformance-run.ts';
import type { JudgingContext } from '../judge/rule/rule.ts';
import type { Observation } from '../observe/observation.ts';
import type { RecordingFacts } from './recording-facts.ts';

/** What a recording holds, as observations, and what it cannot tell. */
export interface Recording {
  readonly observations: readonly Observation[];
  readonly target: ConformanceRun['target'];
  readonly context: JudgingContext;
  /** Why a rule cannot be decided by this recording, as one sentence; undefined where it can. */
  readonly undecidable: (id: RuleId) => string | undefined;
  /** Why not all of it was read. */
  readonly stopped?: string;
  /** What was left out, as sentences. */
  readonly notes: readonly string[];
  /** Tokens and secrets found in it: they appear in no output. */
  readonly secrets: readonly string[];
}

/** What one may say of a recording beside what is in it. */
export interface RecordingOptions {
  /** Address of the service. Default: whatever host is called as the service is. */
  readonly baseUrl?: string | undefined;
  /** Flow that is known to exist, with a document scan or liveness step. */
  readonly formSlug?: string | undefined;
  /** Keys of the input parameters that the form declares. */
  readonly inputParameters?: readonly string[] | undefined;
  /** Secret of the receivers, to tell whether deliveries carry it. */
  readonly webhookSecret?: string | undefined;
  readonly facts?: RecordingFacts | undefined;
}
