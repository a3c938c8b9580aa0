import { html, type Html } from '@idvkit/cli-kit/html';

/** Formats code in backquotes. */
export function sentence(text: string): Html {
  const parts = text.split(/`([^`]+)`/);
  return html`${parts.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}
