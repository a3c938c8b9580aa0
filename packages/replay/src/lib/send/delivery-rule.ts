import type { SentAttempt } from '@idvkit/schema/formats';

/**
 * Says which rule decided what followed from an attempt, or that the specification shows none.
 *
 * @see Specification, "Delivery rules"
 */
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
