import type { AttemptOutcome } from '@idvkit/delivery';
import type { ReceiverAnswer, SentAttempt, SentDelivery } from '@idvkit/schema/formats';

import type { EndedAttempt } from './recorded-run.ts';

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

/** Waits for the beginning of an answer. @returns `undefined` if there is none. */
export async function toAnswer(outcome: AttemptOutcome): Promise<ReceiverAnswer | undefined> {
  const body = outcome.kind === 'answered' ? await outcome.body : undefined;
  if (body === undefined || body.bytes.byteLength === 0) return undefined;
  const { contentType, bytes, complete } = body;
  return { ...(contentType !== undefined && { contentType }), text: new TextDecoder().decode(bytes), complete };
}

/** Names the rule that decided what followed from an attempt, if there is one. @see Specification, "Delivery rules" */
export function decidingRule(
  outcome: SentAttempt['outcome'],
  {
    next,
    retriesSoFar,
    timeoutMs,
  }: { readonly next: SentAttempt['next']; readonly retriesSoFar: number; readonly timeoutMs: number },
): string {
  if ('status' in outcome) {
    const kind = Math.floor(outcome.status / 100);
    if (kind === 2) return '2xx: delivered';
    if (kind === 4) return '4xx: not retried';
    if (kind !== 5) return `${kind}xx: not shown in the specification, not retried`;
    return next === 'retry' ? `5xx: retry ${retriesSoFar + 1} of 3 follows` : '5xx: retried three times, no more';
  }
  if (outcome.failure === 'timed-out') return `no answer within ${timeoutMs / 1_000} s: not retried`;
  if (outcome.failure === 'interrupted') return 'interrupted: it may have arrived';
  return 'no connection: not shown in the specification, not retried';
}

export function toSentAttempts(ended: readonly EndedAttempt[], timeoutMs: number): SentAttempt[] {
  let retriesSoFar = 0;
  return ended.map(({ number, at, durationMs, outcome, next }) => {
    const rule = decidingRule(outcome, { next, retriesSoFar, timeoutMs });
    if (next === 'retry') retriesSoFar += 1;
    return { number, at, durationMs, outcome, next, rule };
  });
}

export function resultOf(attempts: readonly SentAttempt[]): SentDelivery['result'] {
  const last = attempts.at(-1);
  if (last === undefined) return 'not-reached';
  if (last.next === 'delivered') return 'delivered';
  const isOpen = last.next === 'retry' || ('failure' in last.outcome && last.outcome.failure === 'interrupted');
  return isOpen ? 'interrupted' : 'given-up';
}
