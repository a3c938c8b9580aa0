const FIRST_WAIT_MS = 500;

/**
 * Returns how long to wait before a call is repeated: longer each time, and no shorter than the service asks.
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
