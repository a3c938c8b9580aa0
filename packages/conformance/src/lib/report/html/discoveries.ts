import { html, type Html, type HtmlSection } from '@idvkit/cli-kit/html';
import type { ConformanceReport } from '@idvkit/schema/formats';

import { clipped } from '../texts.ts';
import type { CitedObservations } from './cited-observations.ts';

const MAX_IN_GROUP = 40;
const MAX_LENGTH = 300;

/** Lists what the specification leaves open by what it is about. Groups are folded. */
export function discoveriesSection(
  { discoveries }: ConformanceReport,
  cited: CitedObservations,
): HtmlSection | undefined {
  if (discoveries.length === 0) return undefined;
  const groups = [...Map.groupBy(discoveries, ({ about }) => about)];
  const line = ({ seen, observation, against, advice }: (typeof discoveries)[number]): Html =>
    html`${clipped(seen, MAX_LENGTH)}
      <small>${cited.link(observation)}</small>
      ${against !== undefined && html`<small>after ${cited.link(against)}</small>`}
      ${advice !== undefined && html`<br /><b>Advice</b>: ${advice}`}`;
  const rows = groups.map(([about, own]) => {
    const [first] = own;
    if (first !== undefined && own.length === 1)
      return html`<li><b>${clipped(about, MAX_LENGTH)}</b>: ${line(first)}</li> `;
    return html`<li>
      <details>
        <summary><b>${clipped(about, MAX_LENGTH)}</b> <small>${own.length}</small></summary>
        <ul>
          ${own.slice(0, MAX_IN_GROUP).map((each) => html`<li>${line(each)}</li> `)}
        </ul>
        ${own.length > MAX_IN_GROUP && html`<p class="note">and ${own.length - MAX_IN_GROUP} more</p>`}
      </details>
    </li> `;
  });
  return {
    id: 'discoveries',
    title: `Discovered: ${discoveries.length} behaviours`,
    lead: 'The specification does not show these, and no rule checks them.',
    body: html`<ul class="discovered">
      ${rows}
    </ul>`,
  };
}
