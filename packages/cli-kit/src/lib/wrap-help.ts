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
    .flatMap((line) => (line.length <= width || /^(?: |Usage:)/.test(line) ? [line] : wrapLine(line, width)))
    .join('\n');
}

function wrapLine(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
