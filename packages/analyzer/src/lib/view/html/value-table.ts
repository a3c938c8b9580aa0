import { html, type Html } from '@idvkit/cli-kit/html';
import type { ScreeningSummary, ValueCounts } from '@idvkit/schema/formats';

import { countOrEstimate } from '../size-text.ts';
import { barTable } from './bar-table.ts';
import { toneOf } from './tones.ts';

const MAX_ROWS = 12;

/** Draws how often each value was seen. @param isSample True if the counts are estimates. */
export function valueTable(title: string, { counts, distinct, exact }: ValueCounts, isSample = false): Html {
  const shown = counts.slice(0, MAX_ROWS);
  const left = distinct - shown.length;
  return barTable({
    caption: title,
    heads: ['Value', 'Times'],
    rows: shown.map(({ value, count }) => ({
      name: value === '' ? '(empty)' : clipped(value),
      value: count,
      tone: toneOf(value),
    })),
    format: (count) => countOrEstimate(count, !isSample),
    more: left > 0 ? `and ${countOrEstimate(left, exact)} more values` : undefined,
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
  kinds: Pick<ScreeningSummary, 'matchStatuses' | 'riskLevels' | 'types' | 'matchTypes'>,
): readonly (readonly [title: string, counts: ValueCounts])[] {
  return [
    ['By match status', kinds.matchStatuses],
    ['By risk level', kinds.riskLevels],
    ['By type', kinds.types],
    ['By match type', kinds.matchTypes],
  ];
}

/** Says how many ids of hits are in more than one place. */
export function duplicatesText(duplicates: ScreeningSummary['duplicates']): Html {
  const { ids, exact, inSeveralEntries, inSeveralRuns, inSeveralProviders } = duplicates;
  const number = (count: number): string => countOrEstimate(count, exact);
  const places = [
    `${number(inSeveralEntries)} in several entries`,
    `${number(inSeveralRuns)} in several runs`,
    `${number(inSeveralProviders)} in several providers`,
  ];
  return inSeveralEntries === 0
    ? html`<p>None of ${number(ids)} different ids is in several entries.</p>`
    : html`<p>
        Of ${number(ids)} different ids: ${places.join(', ')}.${!exact && ' ≈ is an estimate from a sample.'}
      </p>`;
}

export function clipped(text: string): string {
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}
