import { withoutStyles } from './escape-text.ts';

/** Length of a text as a terminal shows it. */
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
