import { UNSAFE_CHARACTERS } from '@idvkit/cli-kit';

/** Text that is HTML already. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What can stand in a template; lists are joined, `false` and `undefined` are nothing. */
export type HtmlValue = Html | string | number | false | undefined | readonly HtmlValue[];

/**
 * Writes HTML. Whatever is put in is text and becomes no markup, unless it is HTML already.
 *
 * @example
 * html`<p>${'a < b'}</p>`.text // '<p>a &lt; b</p>'
 */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Html(parts.map((part, index) => (index === 0 ? '' : written(values[index - 1])) + part).join(''));
}

/** Writes a sentence in which code is set in backquotes, as the catalogue's titles are. */
export function sentence(text: string): Html {
  const parts = text.split(/`([^`]+)`/);
  return html`${parts.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}

function written(value: HtmlValue): string {
  if (value === undefined || value === false) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(written).join('');
  return escaped(String(value));
}

function escaped(text: string): string {
  return text
    .replaceAll(UNSAFE_CHARACTERS, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
