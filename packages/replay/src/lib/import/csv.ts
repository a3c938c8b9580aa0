import { ImportProblem } from './imported.ts';

/** A row by the names of its columns. */
export interface CsvRecord {
  readonly record: Readonly<Record<string, string>>;
  /** Line on which it begins, from 1. */
  readonly line: number;
}

/** Reads comma-separated values (RFC 4180) whose first row names the columns; of any size. */
export async function* readCsv(input: AsyncIterable<Uint8Array>): AsyncGenerator<CsvRecord> {
  const decoder = new TextDecoder();
  let names: string[] | undefined;
  let row: string[] = [];
  let field = '';
  /** Whether we are within quotes, or just after some that may be doubled. */
  let state = 'plain' as 'plain' | 'quoted' | 'after-quote';
  let line = 1;
  let start = 1;
  const rows: { row: string[]; line: number }[] = [];
  const endRow = (): void => {
    row.push(field);
    field = '';
    if (row.length > 1 || row[0] !== '') rows.push({ row, line: start });
    row = [];
  };
  const take = (text: string): void => {
    for (const char of text) {
      if (char === '\n') line += 1;
      if (state === 'quoted') {
        if (char === '"') state = 'after-quote';
        else field += char;
      } else if (char === '"' && (state === 'after-quote' || field === '')) {
        if (state === 'after-quote') field += '"';
        state = 'quoted';
      } else if (char === ',') {
        row.push(field);
        field = '';
        state = 'plain';
      } else if (char === '\n') {
        endRow();
        state = 'plain';
        start = line;
      } else if (char !== '\r') field += char;
    }
  };
  const recordOf = ({ row: cells, line: at }: { row: string[]; line: number }): CsvRecord | undefined => {
    if (names === undefined) {
      names = cells.map((cell) =>
        cell
          .trim()
          .toLowerCase()
          .replaceAll(/[ -]/g, '_')
          .replace(/^\uFEFF/, ''),
      );
      return undefined;
    }
    const known = names;
    return { record: Object.fromEntries(cells.map((cell, index) => [known[index] ?? '', cell])), line: at };
  };
  for await (const chunk of input) {
    take(decoder.decode(chunk, { stream: true }));
    for (const each of rows.splice(0)) {
      const record = recordOf(each);
      if (record !== undefined) yield record;
    }
  }
  take(decoder.decode());
  if (state === 'quoted') throw new ImportProblem(`the quotes that open on line ${start} or later are not closed`);
  endRow();
  for (const each of rows.splice(0)) {
    const record = recordOf(each);
    if (record !== undefined) yield record;
  }
}
