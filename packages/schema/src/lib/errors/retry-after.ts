/**
 * Returns how long a service asks its callers to wait, by the `Retry-After` of a 429 or 5xx: seconds, or an HTTP date.
 *
 * @param header The header; null or undefined where there is none.
 * @param now Milliseconds since the epoch, for one that is a date.
 * @returns Milliseconds from `now` on; undefined where it asks for nothing that can be understood.
 * @see Specification, "Status codes" (client guidance); RFC 9110, "10.2.3. Retry-After"
 *
 * @example
 * retryAfterMs('120', Date.now()) // 120000
 */
export function retryAfterMs(header: string | null | undefined, now: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, Number.MAX_SAFE_INTEGER);
  // The dates of HTTP begin with a weekday; `Date.parse` takes much else for a date.
  const date = /^[A-Z][a-z]{2}/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
