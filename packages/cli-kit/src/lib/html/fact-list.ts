import { html, type Html, type HtmlValue } from './html.ts';

/** Draws names with their values. Leaves out facts without a value. */
export function factList(facts: readonly (readonly [name: string, value: HtmlValue])[]): Html {
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
