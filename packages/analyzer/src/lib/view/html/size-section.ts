import { html, type HtmlSection } from '@idvkit/cli-kit/html';
import { countText, sizeText } from '@idvkit/cli-kit/text';
import type { DocumentSummary, SizeNode } from '@idvkit/schema/formats';

import { barTable, type BarRow } from './bar-table.ts';
import { pathTo, shareText, sizeMap } from './treemap.ts';

/** Rows of the table: what is smaller is in its container's. */
const MAX_ROWS = 60;

/** Shows which parts take the bytes: as a map, and as a table. */
export function sizeSection({ tree }: DocumentSummary): HtmlSection {
  const rows = rowsOf(tree, '')
    .toSorted((a, b) => b.node.bytes - a.node.bytes)
    .slice(0, MAX_ROWS)
    .toSorted((a, b) => a.order - b.order);
  const ids = new Map(rows.map(({ path }, index) => [path, `part-${index}`]));
  const table = barTable({
    caption: 'Parts of the payload and their bytes',
    heads: ['Part', 'Bytes', 'Share'],
    rows: rows.map(({ path, node }): BarRow => {
      const times = node.count === undefined ? '' : `, ${countText(node.count)} of them`;
      return {
        name: html`<span class="path">${path}</span>`,
        value: node.bytes,
        note: `${shareText(node.bytes, tree.bytes)}${times}`,
        id: ids.get(path),
      };
    }),
    format: sizeText,
    whole: tree.bytes,
  });
  return {
    id: 'sizes',
    title: 'Where the bytes are',
    lead: 'Each tile is as large as its part of the JSON text. What hits have in common is added up over all of them.',
    body: html`${sizeMap(tree, (path) => ids.get(path))}
      <details>
        <summary>As a table</summary>
        ${table}
      </details>`,
  };
}

interface Row {
  readonly path: string;
  readonly node: SizeNode;
  /** Place among all parts: containers before what is in them. */
  readonly order: number;
}

function rowsOf(node: SizeNode, path: string, rows: Row[] = []): readonly Row[] {
  for (const part of node.parts) {
    const inner = pathTo(path, part.name);
    rows.push({ path: inner, node: part, order: rows.length });
    rowsOf(part, inner, rows);
  }
  return rows;
}
