import { html, htmlTable, type Html } from '@idvkit/cli-kit/html';
import { countText } from '@idvkit/cli-kit/text';

/** A column of a chart. */
export interface Column {
  /** Label in the table: `1.0 kB to 1.3 kB`. */
  readonly label: string;
  readonly value: number;
  /** Text below the column, if there is room. */
  readonly tick?: string | undefined;
  /** Percentile that is in the column: `p50 3.7 kB`. It takes the place of other texts. */
  readonly mark?: string | undefined;
}

export interface ColumnChart {
  /** One sentence that says what can be seen. */
  readonly told: string;
  /** Noun of the values: `Hits`. */
  readonly unit: string;
  /** Noun of the columns: `Size`. */
  readonly axis: string;
  readonly columns: readonly Column[];
  readonly format?: (value: number) => string;
}

const HEIGHT = 120;
/** With fewer columns a sentence says as much. */
const MIN_COLUMNS = 3;
/** Width of a chart on a phone and of a character below it, in pixels: texts must not touch there. */
const NARROW = 320;
const CHARACTER = 6.6;
const GAP = 8;

/** Draws columns, with ticks below, and the same as a table that opens. */
export function columnChart({ told, unit, axis, columns, format = countText }: ColumnChart): Html {
  if (columns.filter(({ value }) => value > 0).length < MIN_COLUMNS) return html`<p>${told}</p>`;
  const top = Math.max(1, ...columns.map(({ value }) => value));
  const bars = columns.map(({ label, value, mark }, index) => {
    // What is there is to be seen, however little it is.
    const height = value === 0 ? 0 : Math.max(1.5, (value / top) * HEIGHT);
    return html`<rect
      ${mark !== undefined && html`class="mark" `}x="${index + 0.08}"
      y="${(HEIGHT - height).toFixed(2)}"
      width="0.84"
      height="${height.toFixed(2)}"
    >
      <title>${label}: ${format(value)}</title>
    </rect>`;
  });
  const rows = columns.filter(({ value }) => value > 0).map(({ label, value }) => [label, format(value)]);
  return html`<figure class="columns">
    <p class="top" aria-hidden="true">${format(top)}</p>
    <svg viewBox="0 0 ${columns.length} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${told}">
      ${bars}
    </svg>
    <div class="ticks" aria-hidden="true">
      <svg width="100%" height="16">
        ${ticksOf(columns).map(({ text, anchor, x }) => html`<text x="${x.toFixed(2)}%" y="12" text-anchor="${anchor}">${text}</text>`)}
      </svg>
    </div>
    <figcaption>${told}</figcaption>
    <details>
      <summary>As a table</summary>
      ${htmlTable({ heads: [axis, { number: unit }], rows })}
    </details>
  </figure>`;
}

interface Tick {
  readonly text: string;
  readonly anchor: 'start' | 'middle' | 'end';
  /** Percent of the width. */
  readonly x: number;
  /** Pixels that the text takes on a phone. */
  readonly from: number;
  readonly to: number;
}

/** Chooses the texts below a chart: percentiles first, then both ends, then what still fits. */
function ticksOf(columns: readonly Column[]): readonly Tick[] {
  const rank = ({ mark }: Column, index: number): number =>
    mark !== undefined ? 0 : index === 0 || index === columns.length - 1 ? 1 : 2;
  const wanted = columns
    .map((column, index) => ({ index, rank: rank(column, index), text: column.mark ?? column.tick }))
    .sort((a, b) => a.rank - b.rank);
  const chosen: Tick[] = [];
  for (const { text, index } of wanted) {
    if (text === undefined) continue;
    const width = text.length * CHARACTER;
    const center = ((index + 0.5) / columns.length) * NARROW;
    const from = Math.min(Math.max(0, center - width / 2), NARROW - width);
    const anchor = from <= 0 ? 'start' : from >= NARROW - width ? 'end' : 'middle';
    const x = anchor === 'start' ? 0 : anchor === 'end' ? 100 : (center / NARROW) * 100;
    if (chosen.every((other) => from + width + GAP < other.from || from > other.to + GAP)) {
      chosen.push({ text, anchor, x, from, to: from + width });
    }
  }
  return chosen;
}
