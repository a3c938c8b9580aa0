import type { AttemptOutcome } from '@idvkit/delivery';
import type { SendRunFact, SentAttempt, SentDelivery } from '@idvkit/schema/formats';

import { decidingRule } from './delivery-rule.ts';

/** An outcome as it is written down. */
export function toOutcome(outcome: AttemptOutcome): SentAttempt['outcome'] {
  switch (outcome.kind) {
    case 'answered':
      return { status: outcome.status };
    case 'timed-out':
      return { failure: 'timed-out' };
    case 'cancelled':
      return { failure: 'interrupted' };
    case 'failed':
      return { failure: outcome.reason, ...(outcome.code !== undefined && { code: outcome.code }) };
  }
}

/** Attempts of one delivery as a run's journal has them, with the rule that decided about each. */
export function toSentAttempts(
  facts: readonly Extract<SendRunFact, { kind: 'attempt' }>[],
  timeoutMs: number,
): SentAttempt[] {
  let retriesSoFar = 0;
  return facts.map(({ number, at, durationMs, outcome, next }) => {
    const rule = decidingRule(outcome, { next, retriesSoFar, timeoutMs });
    if (next === 'retry') retriesSoFar += 1;
    return { number, at, durationMs, outcome, next, rule };
  });
}

/** How a delivery ended, by its attempts. */
export function resultOf(attempts: readonly SentAttempt[]): SentDelivery['result'] {
  const last = attempts.at(-1);
  if (last === undefined) return 'not-reached';
  if (last.next === 'delivered') return 'delivered';
  const isOpen = last.next === 'retry' || ('failure' in last.outcome && last.outcome.failure === 'interrupted');
  return isOpen ? 'interrupted' : 'given-up';
}
