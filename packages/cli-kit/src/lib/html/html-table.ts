import { html, type Html, type HtmlValue } from './html.ts';

/** A table. The first cell of a row is its heading. */
export interface HtmlTable {
  /** Title for screen readers. */
  readonly caption?: string;
  readonly className?: string;
  /** Headings of the columns; `number` for a column of numbers. */
  readonly heads: readonly (string | { readonly number: string })[];
  readonly rows: readonly (readonly HtmlValue[])[];
}

/** Writes a table, which scrolls if it is too wide. */
export function htmlTable({ caption, className, heads, rows }: HtmlTable): Html {
  const columns = heads.map((head) => (typeof head === 'string' ? { head } : { head: head.number, isNumber: true }));
  const classOf = (index: number): HtmlValue => columns[index]?.isNumber === true && html` class="number"`;
  return html`<div class="scroll"${caption !== undefined && html` tabindex="0" role="group" aria-label="${caption}"`}>
    <table${className !== undefined && html` class="${className}"`}>
      ${
        caption !== undefined &&
        html`<caption class="unseen">
          ${caption}
        </caption>`
      }
      <thead>
        <tr>
          ${columns.map(({ head }, index) => html`<th scope="col" ${classOf(index)}>${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ([name, ...cells]) =>
            html`<tr>
              <th scope="row">${name}</th>
              ${cells.map((cell, index) => html`<td${classOf(index + 1)}>${cell}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
