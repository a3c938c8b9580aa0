import { html, type Content, type Markup } from './html.ts';

/** Names and what there is to say of each; those with nothing are left out. */
export function factList(facts: readonly (readonly [name: string, value: Content])[]): Markup {
  return html`<dl class="facts">
    ${facts.map(
      ([name, value]) =>
        value !== undefined &&
        value !== null &&
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
}
