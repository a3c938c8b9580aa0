import type { RuleId } from '@idvkit/schema/rules';

import type { Observation } from '../../src/lib/observe/observation.ts';
import type { Change } from './change.ts';
import { create, delivery, exchange } from './observe.ts';
import { submission } from './submission.ts';

/** A body that breaks one rule, and at most the others named. */
export interface Example {
  readonly rule: RuleId;
  readonly what: string;
  readonly change: Change;
  /** Other rules that the change cannot help breaking. */
  readonly also: readonly RuleId[];
  /** What is changed. Default: a submission. */
  readonly from: () => object;
  /** How the body travels. Default: as a delivery where it has an event, else as a result. */
  readonly as?: 'result';
}

export function breaks(
  rule: RuleId,
  what: string,
  change: Change,
  { also = [], from = submission, as }: Partial<Pick<Example, 'also' | 'from' | 'as'>> = {},
): Example {
  return { rule, what, change, also, from, ...(as && { as }) };
}

/** The observations that show a body, with a create before it that tells that the form has camera steps. */
export function shows(body: unknown, as?: 'result'): readonly Observation[] {
  const isDelivery = as === undefined && typeof body === 'object' && body !== null && 'event' in body;
  return [create(), isDelivery ? delivery(body) : exchange({ answer: body })];
}
