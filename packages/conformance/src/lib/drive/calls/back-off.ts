import { retryAfterMs } from '@idvkit/schema';

const FIRST_WAIT_MS = 250;
const MAX_WAIT_MS = 60_000;

/** Returns the wait after a 429 in milliseconds, at most a minute: Retry-After, or twice the previous wait. */
export function backOffMs(retryAfter: string | undefined, earlierAttempts: number, now: number): number {
  const growing = Math.min(FIRST_WAIT_MS * 2 ** earlierAttempts, MAX_WAIT_MS);
  const asked = retryAfterMs(retryAfter, now);
  return asked === undefined ? growing : Math.min(Math.max(asked, growing), MAX_WAIT_MS);
}

/** Checks if a 429 asks for a longer wait than a run affords. An earlier retry would ignore it. */
export function asksTooMuch(retryAfter: string | undefined, now: number): boolean {
  return (retryAfterMs(retryAfter, now) ?? 0) > MAX_WAIT_MS;
}
