import { counted, countText } from '@idvkit/cli-kit';
import type { ScreeningSummary } from '@idvkit/schema/formats';

/** Writes a count that may be an estimate: `≈12,045`. */
export function countOrEstimate(count: number, exact: boolean): string {
  return `${exact ? '' : '≈'}${countText(count)}`;
}

/** Writes how many hits a payload has: `3 hits`, `≈1,025 hits`. */
export function hitsText({ hits, exact }: Pick<ScreeningSummary, 'hits' | 'exact'>): string {
  return `${exact === false ? '≈' : ''}${counted(hits, 'hit')}`;
}

/** Writes how often something was found among ids or submissions that are kept: none in a sample is not none at all. */
export function foundText(found: number, { exact, kept }: { readonly exact: boolean; readonly kept: number }): string {
  const text = countOrEstimate(found, exact);
  return found === 0 && !exact ? `${text} (none in a sample of ${countText(kept)})` : text;
}

/** Writes how many hits are on the client's own blacklist: they are not among the hits. */
export function blacklistText(count: number): string {
  return `${countText(count)} on the client's own blacklist`;
}

/** Writes a score or another measured number as it is: `1.7`, `0.9312`. */
export function numberText(value: number): string {
  return String(value);
}
