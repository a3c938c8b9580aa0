/** Columns of the terminal. Longer lines continue on the next one. */
const COLUMNS = 84;
const CHARACTER_WIDTH = 8.45;
const LINE_HEIGHT = 20;
const MARGIN = 20;
const BAR_HEIGHT = 36;

/** Classes of the colours that the commands print, by SGR code. */
const COLOR_CLASSES: Readonly<Record<number, string>> = { 31: 'r', 32: 'g', 33: 'y', 34: 'b', 35: 'm', 36: 'c' };

const STYLE = `text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:#d6dbe1;white-space:pre}
.o{font-weight:700;fill:#fff}.d{fill:#98a1ab}.r{fill:#ff8a80}.g{fill:#7ee2a8}.y{fill:#f2cc60}.b{fill:#8ab4f8}.m{fill:#e0a6f5}.c{fill:#79d4e0}`;

/** A line is hidden until its animation ends. */
const MOTION = `
@keyframes s{0%,100%{visibility:hidden}}@media(prefers-reduced-motion){text{animation:none!important}}`;

/** A line that stands for lines that a picture leaves out. */
export const OMITTED = '⋮';

/**
 * Draws the output of a command in a dark terminal.
 *
 * @param command What was typed, without the prompt.
 * @param lines Printed lines with ANSI colours.
 * @param seconds When each line appears. Default: they are all there.
 */
export function terminalSvg(command: string, lines: readonly string[], seconds: readonly number[] = []): string {
  const typed = command.split('\n').map((line, index) => `\u001B[36m${index === 0 ? '$' : ' '}\u001B[39m ${line}`);
  const typedRows = typed.flatMap(wrapped);
  const rows = [...typedRows, ...lines.flatMap(wrapped)];
  const delays = lines.flatMap((line, index) => wrapped(line).map(() => seconds[index]));
  const width = Math.round(COLUMNS * CHARACTER_WIDTH + 2 * MARGIN);
  const height = BAR_HEIGHT + rows.length * LINE_HEIGHT + MARGIN;
  const texts = rows.flatMap((row, index) => {
    const y = BAR_HEIGHT + (index + 1) * LINE_HEIGHT - 4;
    const delay = delays[index - typedRows.length];
    const motion = delay === undefined ? '' : ` style="animation:s ${delay.toFixed(1)}s"`;
    return row.length === 0
      ? []
      : [
          `<text ${index < typedRows.length ? 'class="t" ' : ''}x="${MARGIN}" y="${y}"${motion}>${row.map(span).join('')}</text>`,
        ];
  });
  const buttons = ['#ff5f57', '#febc2e', '#28c840'].map(
    (fill, index) => `<circle cx="${MARGIN + 6 + index * 20}" cy="18" r="6" fill="${fill}"/>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escaped(command)}</title>`,
    `<style>${STYLE}${seconds.length > 0 ? MOTION : ''}</style>`,
    `<rect width="${width}" height="${height}" rx="8" fill="#14171b"/>`,
    ...buttons,
    ...texts,
    '</svg>\n',
  ].join('\n');
}

/** Returns the lines of a picture without what was typed, as text. */
export function printedLines(svg: string): readonly string[] {
  return Array.from(svg.matchAll(/<text x[^>]*>(.*)<\/text>/g), ([, row = '']) =>
    row
      .replaceAll(/<[^>]+>/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&'),
  );
}

interface Span {
  readonly text: string;
  readonly style: string;
}

/** Divides a line into lines that fit, each into parts of one style. */
function wrapped(line: string): readonly (readonly Span[])[] {
  const rows: Span[][] = [[]];
  let room = COLUMNS;
  for (const { text, style } of spansOf(line)) {
    let rest = Array.from(text);
    while (rest.length > 0) {
      if (room === 0) {
        rows.push([]);
        room = COLUMNS;
      }
      const part = rest.slice(0, room);
      rows.at(-1)?.push({ text: part.join(''), style });
      room -= part.length;
      rest = rest.slice(part.length);
    }
  }
  return rows;
}

// oxlint-disable-next-line no-control-regex -- the codes of a terminal begin with one.
const CODE = /\u001B\[([\d;]*)m/;

function* spansOf(line: string): Generator<Span> {
  const [first = '', ...parts] = line.split(CODE);
  const state = { bold: false, dim: false, color: '' };
  if (first !== '') yield { text: first, style: '' };
  for (let index = 0; index < parts.length; index += 2) {
    for (const code of (parts[index] ?? '').split(';').map(Number)) {
      if (code === 0) Object.assign(state, { bold: false, dim: false, color: '' });
      else if (code === 1) state.bold = true;
      else if (code === 2) state.dim = true;
      else if (code === 22) Object.assign(state, { bold: false, dim: false });
      else if (code === 39) state.color = '';
      else state.color = COLOR_CLASSES[code] ?? state.color;
    }
    const text = parts[index + 1] ?? '';
    const style = [state.bold && 'o', state.dim && 'd', state.color].filter(Boolean).join(' ');
    if (text !== '') yield { text, style };
  }
}

function span({ text, style }: Span): string {
  return style === '' ? escaped(text) : `<tspan class="${style}">${escaped(text)}</tspan>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
