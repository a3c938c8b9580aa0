import type { SendPlan } from '@idvkit/schema/formats';

/**
 * Plans when deliveries leave.
 *
 * @param receivedAtMs When the captures that are left to send were received, in the order in which they are sent.
 * @returns Milliseconds after the first, by index. At the recorded pace the waits are those of the captures in the order in
 *   which they came, also where they are sent in another.
 */
export function departures(pace: SendPlan['pace'], receivedAtMs: readonly number[]): (index: number) => number {
  if (pace.kind === 'none') return () => 0;
  if (pace.kind === 'rate') return (index) => (index * 1_000) / pace.perSecond;
  const sorted = receivedAtMs.toSorted((one, other) => one - other);
  const [first = 0] = sorted;
  return (index) => ((sorted[index] ?? first) - first) / pace.factor;
}
