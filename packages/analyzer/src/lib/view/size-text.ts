import { countText } from '@idvkit/cli-kit/text';

/** Writes a count that may be an estimate: `≈12,045`. */
export function countOrEstimate(count: number, exact: boolean): string {
  return `${exact ? '' : '≈'}${countText(count)}`;
}

/** Writes how many hits are on the client's own blacklist: they are not among the hits. */
export function blacklistText(count: number): string {
  return `${countText(count)} on the client's own blacklist`;
}

/** Writes a score or another measured number: `1.7`, `0.9312`. */
export function numberText(value: number): string {
  return String(Number(value.toPrecision(4)));
}
