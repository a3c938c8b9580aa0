import { compareTexts } from './compare-texts.ts';
import type { Tally, ValueCount } from './hits-statistics.ts';

/** Puts values into an order that does not depend on who counted them. */
export function orderValues(values: readonly ValueCount[]): ValueCount[] {
  return values.toSorted((a, b) => compareTexts(a.text, b.text) || compareTexts(a.kind, b.kind));
}

/** Puts years or hosts into an order that does not depend on who counted them. */
export function orderTally({ counts, others }: Tally): Tally {
  return { counts: new Map([...counts].sort(([a], [b]) => compareTexts(a, b))), others };
}
