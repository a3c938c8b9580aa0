import { wrapped } from './wrapped.ts';

/** Narrowest width that text is wrapped to. */
const MIN_WIDTH = 40;

/**
 * Wraps the paragraphs of a help text. Indented lines stay as they are: they are lists, which are wrapped already, and
 * command lines to copy.
 */
export function wrapHelp(text: string, columns: number): string {
  const width = Math.max(MIN_WIDTH, columns);
  return text
    .split('\n')
    .flatMap((line) => (line.length <= width || /^(?: |Usage:)/.test(line) ? [line] : wrapped(line, width)))
    .join('\n');
}
