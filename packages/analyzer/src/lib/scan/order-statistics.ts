import { compareTexts } from './compare-texts.ts';
import type { ValueCount } from './hits-statistics.ts';

/** Puts values into an order that does not depend on who counted them. */
export function orderValues(values: readonly ValueCount[]): ValueCount[] {
  return values.toSorted((a, b) => compareTexts(a.text, b.text) || compareTexts(a.kind, b.kind));
}
