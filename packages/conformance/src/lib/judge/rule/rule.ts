import { ruleEntry, type RuleEntry, type RuleId } from '@idvkit/schema/rules';

import type { Delivery, Exchange, Observation } from '../../observe/observation.ts';
import type { Timeline } from '../../observe/timeline.ts';
import type { Judgement } from './judgement.ts';
import type { Payload } from './payload.ts';

/** What judges may know beside the observations themselves. */
export interface JudgingContext {
  /** Address of the service, without a slash at its end; absent where recorded traffic does not tell. */
  readonly baseUrl?: string;
  /** Greatest difference of `event.created_at` and arrival. Default 60. */
  readonly clockSkewSeconds: number;
  /** Input parameters that the form declares, by key. */
  readonly inputParameters: Readonly<Record<string, unknown>>;
  /** Whether deliveries must come over HTTPS: live targets with a public receiver. */
  readonly requireHttps: boolean;
  /**
   * How long a delivery may be in coming, in milliseconds: one that is due and has not come in a watch of this length does
   * not come, and a watch of this length without one is silence. Default 60 000: retry spacing is not shown.
   */
  readonly deliveryWithinMs?: number;
}

/** How long a delivery may be in coming where the context does not say, in milliseconds. */
export const DEFAULT_DELIVERY_WITHIN_MS = 60_000;

/** What a rule looks at, by its scope. A run-wide rule sees every observation at once. */
export interface Subjects {
  readonly exchange: Exchange;
  readonly delivery: Delivery;
  readonly payload: Payload;
  readonly timeline: Timeline;
  readonly run: readonly Observation[];
}

/** Kind of subject that a rule judges. */
export type Scope = keyof Subjects;

/** A rule that can be judged: the catalogue's entry and a pure judge. */
export interface RuleOf<Of extends Scope> extends RuleEntry {
  readonly id: RuleId;
  readonly scope: Of;
  /** Judges one subject; yields nothing where the rule does not apply to it. Never throws, whatever the bodies hold. */
  readonly judge: (subject: Subjects[Of], context: JudgingContext) => Iterable<Judgement>;
  /** What to supply, as one sentence, when nothing that was observed let the rule be judged. */
  readonly needs: string;
  /** Parts that must each be seen for the rule to be covered whole; judgements name theirs in `covers`. */
  readonly coverage?: readonly string[];
}

/** A rule of any scope. */
export type Rule = { [Of in Scope]: RuleOf<Of> }[Scope];

/** Joins a judge to its entry in the catalogue. */
export function defineRule<Of extends Scope>(
  id: RuleId,
  rule: Pick<RuleOf<Of>, 'scope' | 'needs' | 'judge' | 'coverage'>,
): RuleOf<Of> {
  return { id, ...ruleEntry(id), ...rule };
}
