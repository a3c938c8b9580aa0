import { retryAfterMs } from '@idvkit/schema';

const FIRST_WAIT_MS = 250;
const MAX_WAIT_MS = 60_000;

/**
 * Tells how long to wait after a 429: as long as Retry-After asks, or twice as long as the time before.
 *
 * @param retryAfter The header: seconds or an HTTP date; anything else counts as absent.
 * @param earlierAttempts How often the call has been answered with 429 before, 0 the first time.
 * @param now Milliseconds since the epoch, for a Retry-After that is a date.
 * @returns Milliseconds, from 0 to a minute.
 */
export function backOffMs(retryAfter: string | undefined, earlierAttempts: number, now: number): number {
  const growing = Math.min(FIRST_WAIT_MS * 2 ** earlierAttempts, MAX_WAIT_MS);
  const asked = retryAfterMs(retryAfter, now);
  return asked === undefined ? growing : Math.min(Math.max(asked, growing), MAX_WAIT_MS);
}

/** Whether a 429 asks for a longer wait than a run affords: to call again sooner would be against its wish. */
export function asksTooMuch(retryAfter: string | undefined, now: number): boolean {
  return (retryAfterMs(retryAfter, now) ?? 0) > MAX_WAIT_MS;
}
