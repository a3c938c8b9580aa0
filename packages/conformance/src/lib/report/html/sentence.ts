import { html, type Html } from '@idvkit/cli-kit/html';

/** Writes a sentence in which code is in backquotes, as in the titles of the catalogue. */
export function sentence(text: string): Html {
  const parts = text.split(/`([^`]+)`/);
  return html`${parts.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}
