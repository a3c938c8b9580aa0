import type { SendPlan } from '@idvkit/schema/formats';

/**
 * Plans when deliveries leave, in milliseconds after the first.
 * The recorded pace waits as the captures came, also if they are sent in another order.
 */
export function departures(pace: SendPlan['pace'], receivedAtMs: readonly number[]): (index: number) => number {
  if (pace.kind === 'none') return () => 0;
  if (pace.kind === 'rate') return (index) => (index * 1_000) / pace.perSecond;
  const sorted = receivedAtMs.toSorted((one, other) => one - other);
  const [first = 0] = sorted;
  return (index) => ((sorted[index] ?? first) - first) / pace.factor;
}
