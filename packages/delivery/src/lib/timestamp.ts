/**
 * Writes a moment as the service does: ISO 8601 with milliseconds and a `+00:00` offset.
 *
 * @param at Milliseconds since the Unix epoch.
 * @throws {RangeError} if `at` is not a moment that a `Date` can hold.
 * @see Specification, "Conventions"
 *
 * @example
 * formatTimestamp(0) // '1970-01-01T00:00:00.000+00:00'
 */
export function formatTimestamp(at: number): string {
  return new Date(at).toISOString().replace('Z', '+00:00');
}
