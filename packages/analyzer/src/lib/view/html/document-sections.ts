import { html, type HtmlValue, type Html, type HtmlSection } from '@idvkit/cli-kit/html';
import type { DocumentSummary, RunSummary } from '@idvkit/schema/formats';

import { counted, countText } from '../size-text.ts';
import { flagGrid } from './flag-grid.ts';
import { hitsView } from './hits-view.ts';
import { sizeSection } from './size-section.ts';
import { momentText, timeline, type Moment } from './timeline.ts';

/** Runs and entries of a provider that are drawn; a page has to stay one that a browser can show. */
const MAX_RUNS = 24;
const MAX_ENTRIES = 24;
/** Warnings that are seen at once. */
const FIRST_WARNINGS = 6;

/** All parts of a page about one payload. */
export function documentSections(document: DocumentSummary): readonly HtmlSection[] {
  const sections: HtmlSection[] = [];
  if (document.warnings.length > 0) {
    sections.push({ id: 'warnings', title: 'Warnings', body: warnings(document.warnings) });
  }
  sections.push(sizeSection(document));
  for (const [index, { name, runs }] of document.providers.entries()) {
    const shown = runs.slice(0, MAX_RUNS);
    sections.push({
      id: `provider-${index}`,
      title: `Screening: ${name}`,
      lead: `${counted(runs.length, 'run')}${runs.length > shown.length ? `, the first ${MAX_RUNS} shown` : ''}`,
      body: shown.map((run) => runView(run)),
    });
  }
  const moments = timeline(momentsOf(document));
  if (moments) sections.push({ id: 'timeline', title: 'Timeline', body: moments });
  if (document.limits.length > 0) {
    sections.push({ id: 'limits', title: 'Not shown', body: limits(document.limits) });
  }
  return sections;
}

function warnings(all: DocumentSummary['warnings']): Html {
  const list = (some: DocumentSummary['warnings']): Html =>
    html`<ul class="warnings">
      ${some.map(
        ({ code, level, path, message }) =>
          html`<li class="${level}">
            ${message}
            <small><code>${code}</code>${path !== '' && html` · <span class="path">${path}</span>`}</small>
          </li>`,
      )}
    </ul>`;
  const rest = all.slice(FIRST_WARNINGS);
  return html`${list(all.slice(0, FIRST_WARNINGS))}
  ${
    rest.length > 0 &&
    html`<details>
      <summary>${countText(rest.length)} more</summary>
      ${list(rest)}
    </details>`
  }`;
}

function runView(run: RunSummary): HtmlValue {
  const { index, entries, timestamp } = run;
  const shown = entries.slice(0, MAX_ENTRIES);
  return html`<h3>Run ${index + 1}${timestamp !== undefined && ` · ${momentText(timestamp)}`}</h3>
    ${flagGrid(run)} ${shown.map((entry) => hitsView(entry, `Run ${index + 1}, entry ${entry.index + 1}`))}
    ${entries.length > shown.length && html`<p class="note">and ${countText(entries.length - shown.length)} more entries</p>`}`;
}

function momentsOf({ event, application, attempts, providers }: DocumentSummary): readonly Moment[] {
  const moments: Moment[] = attempts.flatMap(({ check, attempt, status, createdAt }) => {
    if (createdAt === undefined) return [];
    const what = `${check === 'liveness' ? 'Liveness' : 'Document scan'}${attempt === undefined ? '' : `, try ${attempt}`}${status === undefined ? '' : `: ${status}`}`;
    return [{ at: createdAt, what, tone: status === 'fail' ? ('bad' as const) : ('good' as const) }];
  });
  if (typeof application.submittedAt === 'string') moments.push({ at: application.submittedAt, what: 'Submitted' });
  for (const { name, runs } of providers) {
    for (const { timestamp, index, entries } of runs) {
      const hits = entries.reduce((sum, entry) => sum + entry.hits.count, 0);
      const found = counted(hits, 'hit');
      if (timestamp !== undefined)
        moments.push({ at: timestamp, what: `Screening by ${name}, run ${index + 1}: ${found}` });
    }
  }
  if (event.createdAt !== undefined) moments.push({ at: event.createdAt, what: 'Delivered' });
  return moments;
}

function limits(all: DocumentSummary['limits']): Html {
  return html`<ul>
    ${all.map(
      ({ bound, path, kept, dropped }) =>
        html`<li>
          ${bound}${path !== '' && html` of <span class="path">${path}</span>`}: ${countText(kept)}
          kept${dropped !== undefined && `, ${countText(dropped)} left out`}
        </li>`,
    )}
  </ul>`;
}
