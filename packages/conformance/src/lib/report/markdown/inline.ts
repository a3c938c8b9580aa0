import { printable } from '@idvkit/cli-kit';

/** Writes a text so that Markdown takes none of it for markup, without control characters. Code in backquotes stays code. */
export function inlineText(text: string): string {
  return text
    .split(/(`[^`]+`)/)
    .map((part, index) => (index % 2 === 1 ? inlineCode(part.slice(1, -1)) : escaped(part)))
    .join('');
}

/** Writes a text as code: it is shown as it is, whatever it holds. Line breaks become spaces. */
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
