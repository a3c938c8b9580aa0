import { html, htmlTable, type Html, type HtmlSection } from '@idvkit/cli-kit/html';
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
      const seen = own.filter(({ endpoint }) => endpoint === name);
      const texts = [...new Set(seen.map(({ status }) => status))].join(', ');
      return seen[0] && html`<span title="${seen[0].observation}">${texts}</span>`;
    });
    const links = cited.links([...new Set(own.map(({ observation }) => observation))].slice(0, 2));
    return [condition === '' ? 'nothing unusual' : condition, ...statuses, links];
  });
  const heads = [...Object.keys(ENDPOINTS), 'In'].map((number) => ({ number }));
  const caption = 'Status by condition and endpoint';
  return htmlTable({ caption, className: 'matrix', heads: ['Condition', ...heads], rows });
}

function otherTable(discoveries: ConformanceReport['discoveries'], cited: CitedObservations): Html {
  const rows = discoveries
    .slice(0, MAX_DISCOVERIES)
    .map(({ about, seen, observation }) => [clipped(about, 200), clipped(seen, 300), cited.link(observation)]);
  const more = discoveries.length - rows.length;
  return html`${htmlTable({ heads: ['About', 'Seen', { number: 'In' }], rows })}
  ${more > 0 && html`<p class="note">and ${more} more</p>`}`;
}
