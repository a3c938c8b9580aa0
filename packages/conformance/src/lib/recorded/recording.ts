import { ruleEntry, type RuleEntry, type RuleId } from '@idvkit/schema/rules';

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
  /** Set if it holds bodies without traffic: most rules do not apply to them. */
  readonly isOfBodies?: true;
  /** Omissions, as sentences. */
  readonly notes: readonly string[];
  /** Tokens and secrets in it, which no output contains. */
  readonly secrets: readonly string[];
}

/** A file or folder of a recording. */
export interface RecordingFile {
  readonly path: string;
  readonly name: string;
  /** Start of the numbers of its messages: `2.` in the second of several, else ''. */
  readonly idPrefix: string;
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

/** Returns the context of recorded traffic, which shows neither clocks nor how receivers are reached. */
export function recordedContext(baseUrl: string | undefined, inputParameters: readonly string[] = []): JudgingContext {
  return {
    ...(baseUrl !== undefined && { baseUrl }),
    clockSkewSeconds: 60,
    inputParameters: Object.fromEntries(inputParameters.map((key) => [key, ''])),
    requireHttps: false,
    isPartial: true,
  };
}

/** Returns why a recording cannot decide a rule, by the evidence that it lacks. */
export function undecidableBy(
  lacks: Readonly<Partial<Record<NonNullable<RuleEntry['decidedBy']>, string>>>,
): Recording['undecidable'] {
  return (id) => {
    const { decidedBy } = ruleEntry(id);
    return decidedBy && lacks[decidedBy];
  };
}

/** Reports what was read, and left out: `Read 3 entries; left out 1 from a cache.` */
export function readNote(read: string, leftOut: readonly (readonly [count: number, what: string])[]): string {
  const left = leftOut.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  return left.length === 0 ? `Read ${read}.` : `Read ${read}; left out ${left.join(', ')}.`;
}
