import { counted } from '@idvkit/cli-kit';
import { html, type Html, type HtmlSection } from '@idvkit/cli-kit/html';
import type { Observed } from '@idvkit/schema/formats';

import { clipped } from '../texts.ts';

const MAX_LINE_LENGTH = 200;
/** Observations that can be linked: of more, the page has only the ids. */
const MAX_CITED = 2_000;

/** Links observations, and lists those that were linked. */
export class CitedObservations {
  readonly #byId: ReadonlyMap<string, Observed>;
  readonly #cited = new Set<string>();

  constructor(observed: readonly Observed[]) {
    this.#byId = new Map(observed.map((each) => [each.id, each]));
  }

  get(id: string): Observed | undefined {
    return this.#byId.get(id);
  }

  link(id: string): Html {
    const isKnown = this.#cited.has(id) || (this.#byId.has(id) && this.#cited.size < MAX_CITED);
    if (!isKnown) return html`${id}`;
    this.#cited.add(id);
    return html`<a class="id" href="#o-${id}">${id}</a>`;
  }

  links(ids: readonly string[]): readonly (Html | string)[] {
    return ids.flatMap((id, index) => (index === 0 ? [this.link(id)] : [', ', this.link(id)]));
  }

  section(): HtmlSection | undefined {
    const cited = [...this.#byId.values()].filter(({ id }) => this.#cited.has(id));
    if (cited.length === 0) return undefined;
    const rows = cited.map(
      ({ id, at, summary }) =>
        html`<li id="o-${id}"><b>${id}</b> ${clipped(summary, MAX_LINE_LENGTH)} <small>${at}</small></li> `,
    );
    return {
      id: 'observations',
      title: 'Observations',
      body: html`<details>
        <summary>${counted(cited.length, 'observation')} that this page points at, of ${this.#byId.size}</summary>
        <ul class="evidence">
          ${rows}
        </ul>
      </details>`,
    };
  }
}
