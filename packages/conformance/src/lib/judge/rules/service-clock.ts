import { headerOf } from '../../observe/headers.ts';
import type { Observation } from '../../observe/observation.ts';

/**
 * Measures how far the clock of the service is ahead of the run's, by the `Date` headers of its answers.
 *
 * @returns Milliseconds, the median of all answers; undefined if none has the header.
 */
export function serviceClockAheadMs(run: readonly Observation[]): number | undefined {
  const differences = run.flatMap((each) => {
    if (each.kind !== 'exchange' || each.response === undefined) return [];
    const date = Date.parse(headerOf(each.response.headers, 'date') ?? '');
    return Number.isNaN(date) ? [] : [date - (each.at + each.response.durationMs)];
  });
  return differences.toSorted((one, other) => one - other)[Math.floor(differences.length / 2)];
}
