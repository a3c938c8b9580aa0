import { printable, type Paint } from '@idvkit/cli-kit';

import { barParts } from './spark.ts';

/** Where something is drawn for a terminal. */
export interface TerminalPage {
  readonly paint: Paint;
  /** Width in characters. */
  readonly columns: number;
}

/** A row of a chart. */
export interface BarLine {
  readonly label: string;
  readonly value: number;
  readonly text: string;
}

/** Draws rows with a bar each, numbers flush right. */
export function barLines(rows: readonly BarLine[], whole: number, { paint, columns }: TerminalPage): string[] {
  const width = Math.max(0, ...rows.map(({ text }) => text.length));
  return rows.map(({ label, value, text }) => {
    const { full, rest } = barParts(value, whole);
    const shown = printable(label, Math.max(10, columns - 24 - width));
    return `${paint('cyan', full)}${paint('dim', rest)} ${text.padStart(width)}  ${shown}`;
  });
}

/** Draws a line that begins with a name in a column of its own; more than fits is left out, with a sign. */
export function namedLine(name: string, items: readonly string[], page: TerminalPage): string[] {
  const NAME_WIDTH = 10;
  const room = page.columns - NAME_WIDTH - 2;
  let text = '';
  for (const item of items) {
    const longer = text === '' ? item : `${text} · ${item}`;
    if (longer.length > room && text !== '') {
      text = text.length + 2 <= room ? `${text} …` : text;
      break;
    }
    text = longer;
  }
  if (text === '') return [];
  return [`  ${page.paint('dim', name.padEnd(NAME_WIDTH - 1))} ${printable(text, Math.max(20, room))}`];
}
