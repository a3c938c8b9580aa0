import { countText } from '@idvkit/cli-kit';
import { bar, html, type Html, type HtmlValue } from '@idvkit/cli-kit/html';

/** A row: what it is, and how much. */
export interface BarRow {
  readonly name: HtmlValue;
  readonly value: number;
  readonly note?: HtmlValue;
  /** Class that gives the bar its colour. */
  readonly tone?: string | undefined;
}

/** A table in which each number has a bar. */
export interface BarTable {
  /** Title for screen readers. */
  readonly caption: string;
  /** Headings of the columns: what, how much, and what else. */
  readonly heads: readonly [name: string, value: string, note?: string];
  readonly rows: readonly BarRow[];
  readonly format?: (value: number) => string;
  /** Value of a full bar. Default: the largest value. */
  readonly whole?: number;
  /** Sentence about the rows that are left out. */
  readonly more?: string | undefined;
}

/** Draws a table with bars; readable without them. */
export function barTable({ caption, heads, rows, format = countText, whole, more }: BarTable): Html {
  const full = whole ?? Math.max(1, ...rows.map(({ value }) => value));
  const [name, value, note] = heads;
  const lines = rows.map((row) => {
    const part = { value: row.value, ...(row.tone !== undefined && { className: row.tone }) };
    return html`<tr>
      <th scope="row">${row.name}</th>
      <td class="number">${format(row.value)}</td>
      <td class="drawn">${bar([part], full)}</td>
      ${note !== undefined && html`<td class="note">${row.note}</td>`}
    </tr>`;
  });
  return html`<table class="${note !== undefined && 'noted'}">
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          <th scope="col">${name}</th>
          <th scope="col" class="number">${value}</th>
          <td class="drawn"></td>
          ${note !== undefined && html`<th scope="col">${note}</th>`}
        </tr>
      </thead>
      <tbody>
        ${lines}
      </tbody>
    </table>
    ${more !== undefined && more !== '' && html`<p class="note">${more}</p>`}`;
}
