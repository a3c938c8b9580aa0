import { html, type Html } from '@idvkit/cli-kit/html';
import type { ScreeningSummary, ValueCounts } from '@idvkit/schema/formats';

import { countOrEstimate, foundText } from '../size-text.ts';
import { barTable } from './bar-table.ts';
import { clipped } from './page.ts';
import { toneOf } from './tones.ts';

const MAX_ROWS = 12;

/** Draws how often each value was seen. @param isSample True if the counts are estimates. */
export function valueTable(title: string, { counts, distinct, total, exact }: ValueCounts, isSample = false): Html {
  const shown = counts.slice(0, MAX_ROWS);
  const left = distinct - Math.min(shown.length, distinct);
  const isExact = exact && !isSample;
  const others = total - counts.reduce((sum, { count }) => sum + count, 0);
  const more = [
    ...(left > 0 ? [`${countOrEstimate(left, exact)} more values`] : []),
    ...(others > 0 ? [`${countOrEstimate(others, isExact)} times a value that is not kept`] : []),
  ];
  return barTable({
    caption: title,
    heads: ['Value', 'Times'],
    rows: shown.map(({ value, count }) => ({
      name: value === '' ? '(empty)' : clipped(value),
      value: count,
      tone: toneOf(value),
    })),
    format: (count) => countOrEstimate(count, isExact),
    more: more.length > 0 ? `and ${more.join(', ')}` : undefined,
  });
}

/** Draws tables side by side, those without values left out. */
export function valueTables(
  tables: readonly (readonly [title: string, counts: ValueCounts, isSample?: boolean])[],
): Html | undefined {
  const shown = tables.filter(([, { counts }]) => counts.length > 0);
  if (shown.length === 0) return undefined;
  return html`<div class="pair">
    ${shown.map(
      ([title, counts, isSample]) =>
        html`<div>
          <h3>${title}</h3>
          ${valueTable(title, counts, isSample)}
        </div>`,
    )}
  </div>`;
}

/** Returns what hits are: what compliance asks first. */
export function kindTables(
  kinds: Pick<ScreeningSummary, 'hits' | 'matchStatuses' | 'riskLevels' | 'types' | 'matchTypes'>,
): readonly (readonly [title: string, counts: ValueCounts])[] {
  const ofEachHit = (all: ValueCounts): ValueCounts => {
    const without = kinds.hits - all.total;
    if (all.total === 0 || without <= 0) return all;
    return { ...all, total: kinds.hits, counts: [...all.counts, { value: '(without)', count: without }] };
  };
  return [
    ['By match status', ofEachHit(kinds.matchStatuses)],
    ['By risk level', ofEachHit(kinds.riskLevels)],
    ['By type', kinds.types],
    ['By match type', kinds.matchTypes],
  ];
}

/** Says how many ids of hits are in more than one place. */
export function duplicatesText(duplicates: ScreeningSummary['duplicates']): Html {
  const { exact, inSeveralEntries, inSeveralRuns, inSeveralProviders } = duplicates;
  const ids = countOrEstimate(duplicates.ids, exact);
  if (inSeveralEntries === 0 && exact) return html`<p>None of ${ids} different ids is in several entries.</p>`;
  const places = [
    `${foundText(inSeveralEntries, duplicates)} in several entries`,
    `${foundText(inSeveralRuns, duplicates)} in several runs`,
    `${foundText(inSeveralProviders, duplicates)} in several providers`,
  ];
  // An id in several runs or providers is in several entries, too.
  const shown = inSeveralEntries === 0 ? places.slice(0, 1) : places;
  return html`<p>Of ${ids} different ids: ${shown.join(', ')}.${!exact && ' ≈ is an estimate from a sample.'}</p>`;
}
