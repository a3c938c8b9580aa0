const FIRST_WAIT_MS = 500;

/**
 * Tells how long to wait before a call is made again: longer each time, and no shorter than the service asks.
 *
 * @param retryAfterMs What Retry-After asks; undefined where it does not.
 * @param earlierWaitMs The wait before, 0 the first time.
 * @param random A number from 0 to below 1, to spread clients that were refused at once.
 */
export function nextWaitMs({
  retryAfterMs = 0,
  earlierWaitMs,
  random,
}: {
  readonly retryAfterMs?: number | undefined;
  readonly earlierWaitMs: number;
  readonly random: number;
}): number {
  const growing = earlierWaitMs === 0 ? FIRST_WAIT_MS : earlierWaitMs * 2;
  return Math.ceil(retryAfterMs > growing ? retryAfterMs + random * FIRST_WAIT_MS : growing * (1 + random / 2));
}

/** Reads Retry-After: seconds or an HTTP date. @returns Milliseconds from `now` on, undefined where it is neither. */
export function retryAfterMsOf(header: string | null, now: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  // The dates of HTTP begin with a weekday; `Date.parse` takes much else for a date.
  const date = /^[A-Z][a-z]{2}/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
