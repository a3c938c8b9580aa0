import { withoutStyles, type Paint } from '@idvkit/cli-kit';

/** Settings of a terminal report. */
export interface Page {
  /** Options to repeat in commands that replay a sequence: `--rate 200`. */
  readonly again?: readonly string[];
  readonly paint: Paint;
  /** Width in characters. */
  readonly columns: number;
  /** Lists every rule and every finding. */
  readonly verbose: boolean;
  /** Leaves out what is OK. */
  readonly quiet: boolean;
}

/** Width of prose, however wide the terminal. */
const MAX_WIDTH = 100;
const MIN_WIDTH = 40;

export function widthOf({ columns }: Page): number {
  return Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, columns));
}

export function lengthOf(text: string): number {
  return withoutStyles(text).length;
}

/** Breaks a text into lines between words. `hanging` precedes every line but the first, within the width. */
export function wrapped(text: string, width: number, hanging = ''): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    const available = lines.length === 0 ? width : width - hanging.length;
    if (line === '' || lengthOf(longer) <= available) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line].map((each, index) => (index === 0 ? each : hanging + each));
}

/** Writes the heading of a part, on two lines if one is too short. */
export function heading(page: Page, title: string, count: string): string {
  const isOneLine = title.length + count.length + 3 <= widthOf(page);
  return `${page.paint('bold', title)}${isOneLine ? ' ' : '\n'}${page.paint('dim', isOneLine ? `· ${count}` : `  ${count}`)}`;
}
