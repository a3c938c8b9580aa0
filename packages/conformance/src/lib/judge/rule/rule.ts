import { ruleEntry, type RuleEntry, type RuleId } from '@idvkit/schema/rules';

import type { Delivery, Exchange, Observation } from '../../observe/observation.ts';
import type { Timeline } from '../../observe/timeline.ts';
import type { Judgement } from './judgement.ts';
import type { Payload } from './payload.ts';

/** Facts for judges that are not observations. */
export interface JudgingContext {
  /** Address of the service, without a trailing slash; absent if recorded traffic does not show it. */
  readonly baseUrl?: string;
  /** Largest difference between `event.created_at` and arrival. Default 60. */
  readonly clockSkewSeconds: number;
  /** Input parameters that the form declares, by key. */
  readonly inputParameters: Readonly<Record<string, unknown>>;
  /** Set for live targets with a public receiver: deliveries must come over HTTPS. */
  readonly requireHttps: boolean;
  /** Set for recorded traffic: it may lack messages that the service sent. Default false. */
  readonly isPartial?: boolean;
  /**
   * Time within which a delivery arrives, in milliseconds. A watch of this length without a delivery counts as silence.
   * Default 60 000: the specification does not show the spacing of retries.
   */
  readonly deliveryWithinMs?: number;
}

export const DEFAULT_DELIVERY_WITHIN_MS = 60_000;

/** The subject of a rule, by its scope. A run-wide rule gets all observations. */
export interface Subjects {
  readonly exchange: Exchange;
  readonly delivery: Delivery;
  readonly payload: Payload;
  readonly timeline: Timeline;
  readonly run: readonly Observation[];
}

export type Scope = keyof Subjects;

/** A rule of the catalogue with its judge, a pure function. */
export interface RuleOf<Of extends Scope> extends RuleEntry {
  readonly id: RuleId;
  readonly scope: Of;
  /** Judges one subject; yields nothing if the rule does not apply. Never throws, whatever the bodies hold. */
  readonly judge: (subject: Subjects[Of], context: JudgingContext) => Iterable<Judgement>;
  /** Setting that the rule needs, as one sentence, if nothing observed let it be judged. */
  readonly needs: string;
  /** Parts that must all be seen; judgements name theirs in `covers`. */
  readonly coverage?: readonly string[];
}

export type Rule = { [Of in Scope]: RuleOf<Of> }[Scope];

/** Joins a judge to its entry in the catalogue. */
export function defineRule<Of extends Scope>(
  id: RuleId,
  rule: Pick<RuleOf<Of>, 'scope' | 'needs' | 'judge' | 'coverage'>,
): RuleOf<Of> {
  return { id, ...ruleEntry(id), ...rule };
}
