import { UNSAFE_CHARACTERS } from '@idvkit/cli-kit';

/** Text that is markup already. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What can stand in a template: lists are joined; `false`, `undefined` and `null` are nothing. */
export type Content = Markup | string | number | false | undefined | null | readonly Content[];

/**
 * Writes HTML or SVG. What is put in becomes text, never markup, unless it is markup already.
 *
 * @example
 * html`<p>${'a < b'}</p>`.text // '<p>a &lt; b</p>'
 */
export function html(parts: TemplateStringsArray, ...contents: readonly Content[]): Markup {
  let text = parts[0] ?? '';
  for (const [index, content] of contents.entries()) text += toText(content) + (parts[index + 1] ?? '');
  return new Markup(text);
}

function toText(content: Content): string {
  if (content === false || content === undefined || content === null) return '';
  if (content instanceof Markup) return content.text;
  if (typeof content === 'string') return escaped(content);
  return typeof content === 'number' ? String(content) : content.map(toText).join('');
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replaceAll(UNSAFE_CHARACTERS, '\uFFFD').replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);
}
