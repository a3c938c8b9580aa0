import { html, type Html, type HtmlSection } from '@idvkit/cli-kit/html';
import { ENDPOINTS } from '@idvkit/schema';
import type { ConformanceReport } from '@idvkit/schema/formats';

import { clipped } from '../texts.ts';
import type { CitedObservations } from './cited-observations.ts';

const MAX_DISCOVERIES = 150;

/** Shows what the specification leaves open: statuses as a table of conditions and endpoints, the rest as a list. */
export function discoveriesSection(
  { discoveries: all }: ConformanceReport,
  cited: CitedObservations,
): HtmlSection | undefined {
  if (all.length === 0) return undefined;
  const others = all.filter(({ cells }) => cells === undefined);
  return {
    id: 'discoveries',
    title: 'Discovered',
    lead: 'The specification does not show this, and no rule checks it.',
    body: html`${statusTable(all, cited)} ${others.length > 0 && otherTable(others, cited)}`,
  };
}

function statusTable(discoveries: ConformanceReport['discoveries'], cited: CitedObservations): Html | false {
  const cells = discoveries.flatMap(({ cells = [], observation }) => cells.map((cell) => ({ ...cell, observation })));
  if (cells.length === 0) return false;
  const rows = [...Map.groupBy(cells, ({ condition }) => condition)].map(([condition, own]) => {
    const statuses = Object.keys(ENDPOINTS).map((name) => {
      const [first, ...more] = own.filter(({ endpoint }) => endpoint === name);
      const seen = first !== undefined && [first, ...more].map(({ status }) => status);
      return html`<td class="number">
        ${first && seen && html`<span title="${first.observation}">${[...new Set(seen)].join(', ')}</span>`}
      </td>`;
    });
    return html`<tr>
      <th scope="row">${condition === '' ? 'nothing unusual' : condition}</th>
      ${statuses}
      <td class="number">${cited.links([...new Set(own.map(({ observation }) => observation))].slice(0, 2))}</td>
    </tr> `;
  });
  return html`<div class="scroll">
    <table class="matrix">
      <caption class="unseen">
        Status by condition and endpoint
      </caption>
      <thead>
        <tr>
          <th scope="col">Condition</th>
          ${Object.keys(ENDPOINTS).map((name) => html`<th scope="col" class="number">${name}</th>`)}
          <th scope="col" class="number">In</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;
}

function otherTable(discoveries: ConformanceReport['discoveries'], cited: CitedObservations): Html {
  const rows = discoveries.slice(0, MAX_DISCOVERIES).map(
    ({ about, seen, observation }) =>
      html`<tr>
        <th scope="row">${clipped(about, 200)}</th>
        <td>${clipped(seen, 300)}</td>
        <td class="number">${cited.link(observation)}</td>
      </tr> `,
  );
  const more = discoveries.length - rows.length;
  return html`<div class="scroll">
      <table>
        <thead>
          <tr>
            <th scope="col">About</th>
            <th scope="col">Seen</th>
            <th scope="col" class="number">In</th>
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>
    </div>
    ${more > 0 && html`<p class="note">and ${more} more</p>`}`;
}
