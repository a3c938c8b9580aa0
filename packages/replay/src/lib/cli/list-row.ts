import type { CaptureEntry } from '@idvkit/archive';
import { printable, type Paint } from '@idvkit/cli-kit';

/** Where rows are printed. */
export interface ListPage {
  readonly paint: Paint;
  /** Width that rows are cut to; undefined: none. */
  readonly columns: number | undefined;
}

const WIDTHS = [5, 19, 13, 11, 12, 8, 6];

/** Formats the names of the columns of {@link listRow}. */
export function listHeader({ paint, columns }: ListPage): string {
  return paint('dim', cut(aligned(['#', 'received', 'type', 'ekyc', 'aml', 'size', 'answer', 'notes']), columns));
}

/** Formats a capture as one row of columns, without anything personal. */
export function listRow({ captured, summary, tags, lastOutcome }: CaptureEntry, { columns }: ListPage): string {
  const { id, receivedAt, body, bearer, answer } = captured;
  const { json, type, ekyc, aml = [] } = summary;
  const last = lastOutcome !== undefined && 'status' in lastOutcome ? lastOutcome.status : lastOutcome?.failure;
  const notes = [
    ...(bearer === 'match' || bearer === 'not-checked' ? [] : [`bearer ${bearer}`]),
    ...(body.complete ? [] : ['cut off']),
    ...(last === undefined ? [] : [`last ${printable(String(last), 30)}`]),
    ...tags.map((tag) => `tag ${printable(tag, 30)}`),
  ];
  const cells = [
    `#${id}`,
    receivedAt.slice(0, 19).replace('T', ' '),
    type === undefined ? (json ? 'no type' : 'no JSON') : printable(type, 13),
    ekyc === undefined ? '-' : printable(ekyc, 11),
    aml.length === 0 ? '-' : aml.length === 1 ? `${aml[0]}` : `${aml[0]} +${aml.length - 1}`,
    sizeText(body.bytes),
    answer === null ? 'none' : String(answer),
    notes.join(', '),
  ];
  return cut(aligned(cells), columns);
}

function aligned(cells: readonly string[]): string {
  const isNumber = (index: number): boolean => index === 5;
  return cells
    .map((cell, index) => (isNumber(index) ? cell.padStart(WIDTHS[index] ?? 0) : cell.padEnd(WIDTHS[index] ?? 0)))
    .join('  ')
    .trimEnd();
}

function cut(line: string, columns: number | undefined): string {
  return columns === undefined ? line : printable(line, columns);
}

function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const [value, unit] = bytes < 1e6 ? [bytes / 1e3, 'kB'] : bytes < 1e9 ? [bytes / 1e6, 'MB'] : [bytes / 1e9, 'GB'];
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`;
}
