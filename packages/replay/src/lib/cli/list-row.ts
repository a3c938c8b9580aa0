import type { CaptureEntry } from '@idvkit/archive';
import { printable, sizeText, type Paint } from '@idvkit/cli-kit';

/** Where rows are printed. */
export interface ListPage {
  readonly paint: Paint;
  /** Width of the terminal that rows are cut to, and whose rows have no date; undefined: none. */
  readonly columns: number | undefined;
}

/** Formats the names of the columns of {@link listRow}. */
export function listHeader(page: ListPage): string {
  const names = ['#', page.columns === undefined ? 'received (UTC)' : 'time UTC', 'type', 'size', 'answer', 'notes'];
  return page.paint('dim', cut(aligned(names, page), page.columns));
}

/** Formats a capture as one row of columns, without anything personal. */
export function listRow({ captured, summary, tags, lastOutcome }: CaptureEntry, page: ListPage): string {
  const { id, receivedAt, body, bearer, answer } = captured;
  const { json, type, ekyc, aml = [] } = summary;
  const last = lastOutcome !== undefined && 'status' in lastOutcome ? lastOutcome.status : lastOutcome?.failure;
  // The most wanted first: the end of a row may be cut.
  const notes = [
    ...(last === undefined ? [] : [`last ${printable(String(last), 30)}`]),
    ...(bearer === 'match' || bearer === 'not-checked' ? [] : [`bearer ${bearer}`]),
    ...(body.complete ? [] : ['cut off']),
    ...(ekyc === undefined ? [] : [`ekyc ${printable(ekyc, 11)}`]),
    ...(aml.length === 0 ? [] : [`aml ${aml[0]}${aml.length === 1 ? '' : ` +${aml.length - 1}`}`]),
    ...tags.map((tag) => `tag ${printable(tag, 30)}`),
  ];
  const time = page.columns === undefined ? receivedAt.slice(0, 19).replace('T', ' ') : receivedAt.slice(11, 19);
  const cells = [
    `#${id}`,
    time,
    type === undefined ? (json ? 'no type' : 'no JSON') : printable(type, 13),
    sizeText(body.bytes),
    answer === null ? 'none' : String(answer),
    notes.join(', '),
  ];
  return cut(aligned(cells, page), page.columns);
}

function aligned(cells: readonly string[], { columns }: ListPage): string {
  const widths = [5, columns === undefined ? 19 : 8, 13, 8, 6];
  const isNumber = (index: number): boolean => index === 3;
  return cells
    .map((cell, index) => (isNumber(index) ? cell.padStart(widths[index] ?? 0) : cell.padEnd(widths[index] ?? 0)))
    .join('  ')
    .trimEnd();
}

function cut(line: string, columns: number | undefined): string {
  return columns === undefined ? line : printable(line, columns);
}
