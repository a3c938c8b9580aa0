import { UNSAFE_CHARACTERS } from '../printable.ts';

/** Text that is HTML or SVG already. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A value in a template. Lists are joined; `false`, `undefined` and `null` become nothing. */
export type HtmlValue = Html | string | number | false | undefined | null | readonly HtmlValue[];

/**
 * Writes HTML or SVG. A value becomes text, never markup, unless it is {@link Html} already.
 *
 * @example
 * html`<p>${'a < b'}</p>`.text // '<p>a &lt; b</p>'
 */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  let text = parts[0] ?? '';
  for (const [index, value] of values.entries()) text += toText(value) + (parts[index + 1] ?? '');
  return new Html(text);
}

/** Sets the parts of a sentence in backquotes as code. */
export function inlineCode(text: string): HtmlValue {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
}

function toText(value: HtmlValue): string {
  if (value === false || value === undefined || value === null) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'string') return escapeHtml(value);
  return typeof value === 'number' ? String(value) : value.map(toText).join('');
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replaceAll(UNSAFE_CHARACTERS, '\uFFFD').replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);
}
