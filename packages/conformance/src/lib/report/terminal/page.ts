import { withoutStyles, type Paint } from '@idvkit/cli-kit';

/** What the parts of a terminal report are written with. */
export interface Page {
  /** Options that play a random sequence again need, besides those that name the target: `--rate 200`. */
  readonly again?: readonly string[];
  readonly paint: Paint;
  /** Width in characters. */
  readonly columns: number;
  /** True to list every rule and every finding. */
  readonly verbose: boolean;
  /** True to leave out what is OK. */
  readonly quiet: boolean;
}

/** Lines of prose are no longer than this, however wide the terminal. */
const MAX_WIDTH = 100;
const MIN_WIDTH = 40;

/** How wide the parts of a page are. */
export function widthOf({ columns }: Page): number {
  return Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, columns));
}

/** Characters that a text takes up, without its colours. */
export function lengthOf(text: string): number {
  return withoutStyles(text).length;
}

/**
 * Breaks a text into lines between words; a word that is longer than a line stays whole.
 *
 * @param hanging Put before every line but the first; a part of the width.
 */
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

/** The heading of a part: what it lists, and how many; on two lines where one is too short. */
export function heading(page: Page, title: string, count: string): string {
  const isOneLine = title.length + count.length + 3 <= widthOf(page);
  return `${page.paint('bold', title)}${isOneLine ? ' ' : '\n'}${page.paint('dim', isOneLine ? `· ${count}` : `  ${count}`)}`;
}
