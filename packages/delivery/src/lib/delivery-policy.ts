import type { AttemptOutcome, DeliveryHeader, Receiver } from './delivery-attempt.ts';

/** The decisions of a delivery, one by one, so that a test double can take a single one differently. */
export interface DeliveryPolicy {
  readonly method: string;
  /** Milliseconds from the start of an attempt until the response headers must be there. */
  readonly timeoutMs: number;
  /** Most retries after the first attempt; `shouldRetry` is not asked beyond. */
  readonly maxRetries: number;
  headers(receiver: Receiver): Readonly<Record<string, string>>;
  /** Returns true to deliver again after `outcome`; `retriesSoFar` counts from 0. Never asked after a cancelled attempt. */
  shouldRetry(outcome: AttemptOutcome, retriesSoFar: number): boolean;
  /** Milliseconds from the end of an attempt to the start of the next one; `retriesSoFar` counts from 0. */
  retryDelayMs(retriesSoFar: number): number;
  /** The header of an attempt: `fresh`, unless a retry is to repeat something of `previous`. */
  header(fresh: DeliveryHeader, previous: DeliveryHeader | undefined): DeliveryHeader;
}

/**
 * Policy of the specification: POST with JSON and the receiver's bearer secret, 30 s for the answer, only 5xx
 * retried and at most three times, each retry with a new nounce and creation time. Redirects are answers like any other
 * and not followed.
 *
 * A refused or broken connection and an invalid certificate are not retried either: the specification names 5xx as the
 * only thing that is. The time between retries is not shown; one second here.
 *
 * @see Specification, "Delivery rules"
 */
export const specifiedPolicy: DeliveryPolicy = {
  method: 'POST',
  timeoutMs: 30_000,
  maxRetries: 3,
  headers: ({ secret }) => ({ authorization: `Bearer ${secret}`, 'content-type': 'application/json' }),
  shouldRetry: (outcome) => outcome.kind === 'answered' && outcome.status >= 500 && outcome.status <= 599,
  retryDelayMs: () => 1000,
  header: (fresh) => fresh,
};

/** Returns {@link DeliveryPolicy.retryDelayMs} of one number for every wait, or one per wait; the last holds for all that follow. */
export function retrySpacing(spacingMs: number | readonly number[]): (retriesSoFar: number) => number {
  if (typeof spacingMs === 'number') return () => spacingMs;
  return (retriesSoFar) => spacingMs[retriesSoFar] ?? spacingMs.at(-1) ?? 0;
}
