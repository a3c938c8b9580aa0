import { printable, type Paint } from '@idvkit/cli-kit';
import type { ScreeningSummary, Spread, ValueCounts } from '@idvkit/schema/formats';

import { countOrEstimate, foundText } from './size-text.ts';
import { barParts } from './spark.ts';

export interface TerminalPage {
  readonly paint: Paint;
  /** Width in characters. */
  readonly columns: number;
}

/** A row of a chart. */
export interface BarLine {
  readonly label: string;
  readonly value: number;
  readonly text: string;
}

/** Draws rows with a bar each, numbers flush right. */
export function barLines(rows: readonly BarLine[], whole: number, { paint, columns }: TerminalPage): string[] {
  const width = Math.max(0, ...rows.map(({ text }) => text.length));
  return rows.map(({ label, value, text }) => {
    const { full, rest } = barParts(value, whole);
    const shown = printable(label, Math.max(10, columns - 24 - width));
    return `${paint('cyan', full)}${paint('dim', rest)} ${text.padStart(width)}  ${shown}`;
  });
}

/** Draws a line per name, with the name in its own column. Leaves out names without items, and items that do not fit. */
export function namedLines(
  rows: readonly (readonly [name: string, items: readonly string[]])[],
  page: TerminalPage,
): string[] {
  return rows.flatMap(([name, items]) => {
    const text = joined(items, page.columns - NAME_WIDTH - 2);
    const shown = printable(text, Math.max(20, page.columns - NAME_WIDTH - 2));
    return text === '' ? [] : [`  ${page.paint('dim', name.padEnd(NAME_WIDTH - 1))} ${shown}`];
  });
}

const NAME_WIDTH = 13;

/** Joins as many items as fit, and says if there are more. */
function joined(items: readonly string[], room: number): string {
  let text = '';
  for (const item of items) {
    const longer = text === '' ? item : `${text} · ${item}`;
    if (longer.length > room && text !== '') return text.length + 2 <= room ? `${text} …` : text;
    text = longer;
  }
  return text;
}

/** Writes how often each value was seen: `pass 811`, and how often others were; where they are not exact, `pass ≈811`. */
export function valueTexts({ counts, total, exact }: ValueCounts, isSample = false): readonly string[] {
  const isExact = exact && !isSample;
  const others = total - counts.reduce((sum, { count }) => sum + count, 0);
  return [
    ...counts.map(({ value, count }) => `${value} ${countOrEstimate(count, isExact)}`),
    ...(others > 0 ? [`others ${countOrEstimate(others, isExact)}`] : []),
  ];
}

/** Writes how many ids are in more than one place. Of an estimate, the first place with none is named, too. */
export function duplicateTexts(duplicates: ScreeningSummary['duplicates']): readonly string[] {
  const { ids, exact, inSeveralEntries, inSeveralRuns, inSeveralProviders } = duplicates;
  const places = [
    [inSeveralEntries, 'entries'],
    [inSeveralRuns, 'runs'],
    [inSeveralProviders, 'providers'],
  ] as const;
  if (ids === 0) return [];
  const found = places.filter(([count]) => count > 0).length;
  return places
    .slice(0, exact ? found : found + 1)
    .map(
      ([count, where], at) =>
        `${foundText(count, duplicates)}${at === 0 && count > 0 ? ` of ${countOrEstimate(ids, exact)} ids` : ''} in several ${where}`,
    );
}

/** Writes what hits are: what compliance asks first. */
export function kindRows(
  kinds: Pick<ScreeningSummary, 'hits' | 'matchStatuses' | 'riskLevels' | 'types' | 'sources' | 'matchTypes'>,
): readonly (readonly [name: string, items: readonly string[]])[] {
  const ofEachHit = (counts: ValueCounts): readonly string[] => {
    const without = kinds.hits - counts.total;
    if (counts.total === 0 || without <= 0) return valueTexts(counts);
    return [...valueTexts(counts), `${countOrEstimate(without, counts.exact)} without`];
  };
  return [
    ['match status', ofEachHit(kinds.matchStatuses)],
    ['risk level', ofEachHit(kinds.riskLevels)],
    ['type', valueTexts(kinds.types)],
    ['source', valueTexts(kinds.sources)],
    ['match type', valueTexts(kinds.matchTypes)],
  ];
}

/** Writes smallest value, percentiles and largest value. */
export function spreadTexts(spread: Spread | undefined, format: (value: number) => string): readonly string[] {
  if (!spread) return [];
  const { min, p50, p95, p99, max } = spread;
  const parts = Object.entries({ min, p50, p95, p99, max });
  return [parts.map(([name, value]) => `${name} ${format(value)}`).join('  ')];
}
