import { html, type Html } from '@idvkit/cli-kit/html';

import { countText } from '../size-text.ts';

/** A column of a chart. */
export interface Column {
  /** Label in the table: `1.0 kB to 1.3 kB`. */
  readonly label: string;
  readonly value: number;
  /** Written below the column; columns without are read by their neighbours. */
  readonly tick?: string | undefined;
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

/** Draws columns, with ticks below, and the same as a table that opens. */
export function columnChart({ told, unit, axis, columns, format = countText }: ColumnChart): Html {
  const top = Math.max(1, ...columns.map(({ value }) => value));
  const bars = columns.map(({ label, value }, index) => {
    // What is there is to be seen, however little it is.
    const height = value === 0 ? 0 : Math.max(1.5, (value / top) * HEIGHT);
    return html`<rect
      x="${index + 0.08}"
      y="${(HEIGHT - height).toFixed(2)}"
      width="0.84"
      height="${height.toFixed(2)}"
    >
      <title>${label}: ${format(value)}</title>
    </rect>`;
  });
  const ticks = columns.flatMap(({ tick }, index) => (tick === undefined ? [] : [{ tick, index }]));
  return html`<figure class="columns">
    <p class="top" aria-hidden="true">${format(top)}</p>
    <svg viewBox="0 0 ${columns.length} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${told}">
      ${bars}
    </svg>
    <div class="ticks" aria-hidden="true">
      <svg width="100%" height="16">
        ${ticks.map(({ tick, index }) => {
          const place = ((index + 0.5) / columns.length) * 100;
          const anchor = place < 6 ? 'start' : place > 94 ? 'end' : 'middle';
          const x = anchor === 'start' ? 0 : anchor === 'end' ? 100 : place;
          return html`<text x="${x.toFixed(2)}%" y="12" text-anchor="${anchor}">${tick}</text>`;
        })}
      </svg>
    </div>
    <figcaption>${told}</figcaption>
    <details>
      <summary>As a table</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">${axis}</th>
            <th scope="col" class="number">${unit}</th>
          </tr>
        </thead>
        <tbody>
          ${columns
            .filter(({ value }) => value > 0)
            .map(
              ({ label, value }) =>
                html`<tr>
                  <th scope="row">${label}</th>
                  <td class="number">${format(value)}</td>
                </tr>`,
            )}
        </tbody>
      </table>
    </details>
  </figure>`;
}
