import type { ConformanceReport } from '@idvkit/schema/formats';

/** Looks up what an observation was, and when, as one line. */
export type ObservedAs = (id: string) => string;

/**
 * Creates the look-up of a report's observations.
 *
 * @example
 * // POST /en/api/forms/kyc/create/ → 200 (12 ms) · 2026-01-05T03:00:00.000Z
 */
export function createObservedAs({ observed }: Pick<ConformanceReport, 'observed'>): ObservedAs {
  const lines = new Map(observed.map(({ id, summary, at }) => [id, `${summary} · ${at}`]));
  return (id) => lines.get(id) ?? '';
}
