import { printable } from '@idvkit/cli-kit';

/** Escapes Markdown; code in backquotes stays code. */
export function inlineText(text: string): string {
  return text
    .split(/(`[^`]+`)/)
    .map((part, index) => (index % 2 === 1 ? inlineCode(part.slice(1, -1)) : escaped(part)))
    .join('');
}

/** Writes a text as code, on one line. */
export function inlineCode(text: string): string {
  const line = printable(text).replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').trim();
  if (line === '') return '';
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const space = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${fence}${space}${line}${space}${fence}`;
}

function escaped(text: string): string {
  return printable(text)
    .replaceAll(/\s+/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/[\\*_[\]|~#>@]/g, String.raw`\$&`);
}
