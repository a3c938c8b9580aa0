import type { Paint } from '@idvkit/cli-kit';

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
  /** Files of the report, as the user named them. */
  readonly files?: readonly string[];
}

/** Width of prose, however wide the terminal. */
const MAX_WIDTH = 100;
const MIN_WIDTH = 40;

export function widthOf({ columns }: Page): number {
  return Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, columns));
}

/** Writes the heading of a part, on two lines if one is too short. */
export function heading(page: Page, title: string, count: string): string {
  const isOneLine = title.length + count.length + 3 <= widthOf(page);
  return `${page.paint('bold', title)}${isOneLine ? ' ' : '\n'}${page.paint('dim', isOneLine ? `· ${count}` : `  ${count}`)}`;
}
