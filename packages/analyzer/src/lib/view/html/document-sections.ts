import { html, type HtmlSection, type Html, type HtmlValue } from '@idvkit/cli-kit/html';
import { counted, countText } from '@idvkit/cli-kit/text';
import type { DocumentSummary, RunSummary, SummaryWarning } from '@idvkit/schema/formats';

import { countsOf } from '../../collect/counts-of.ts';
import { isLeftOut } from '../../collect/left-out.ts';
import { blacklistText, numberText } from '../size-text.ts';
import { barTable } from './bar-table.ts';
import { flagGrid } from './flag-grid.ts';
import { hitCommand, hitsView } from './hits-view.ts';
import { sizeSection } from './size-section.ts';
import { momentText, timeline, type Moment } from './timeline.ts';
import { clipped, duplicatesText, kindTables, valueTables } from './value-table.ts';

/** Runs and entries that are drawn; a page has to stay one that a browser can show. */
const MAX_RUNS = 24;
const MAX_ENTRIES = 24;
/** Runs whose flags are seen without opening anything, and kinds of warnings. */
const FIRST_RUNS = 2;
const FIRST_WARNINGS = 6;

/** A run and its provider. */
interface ProviderRun {
  readonly provider: string;
  readonly run: RunSummary;
  readonly hits: number;
}

/** All parts of a page about one payload: what screenings found, then what is wrong, then where the bytes are. */
export function documentSections(document: DocumentSummary): readonly HtmlSection[] {
  const { providers, screening, warnings, limits, source } = document;
  const runs = providers.flatMap(({ name, runs: all }) => all.map((run) => providerRun(name, run)));
  const withHits = runs.filter(({ hits }) => hits > 0);
  const moments = timeline(momentsOf(document));
  const sections: readonly (HtmlSection | false | undefined)[] = [
    runs.length > 0 && { id: 'flags', title: 'Screening flags', body: flags(runs) },
    withHits.length > 0 && {
      id: 'runs',
      title: 'Runs with hits',
      lead: `${countText(screening.runsWithHits)} of ${counted(screening.runs, 'run')}`,
      body: runTable(withHits, screening.runsWithHits),
    },
    screening.hits + screening.blacklistHits > 0 && { id: 'hits', title: 'Hits', body: hitTables(document) },
    screening.highest.length > 0 && {
      id: 'highest',
      title: 'Highest scores',
      body: highest(screening.highest, source),
    },
    screening.duplicates.ids > 0 && {
      id: 'duplicates',
      title: 'Hits in several places',
      body: duplicatesText(screening.duplicates),
    },
    warnings.length > 0 && { id: 'warnings', title: 'Warnings', body: warningList(warnings) },
    sizeSection(document),
    withHits.length > 0 && { id: 'entries', title: 'Hits of each entry', body: entries(document, withHits) },
    moments && { id: 'timeline', title: 'Timeline', body: moments },
    limits.length > 0 && { id: 'limits', title: 'Not shown', body: limitList(limits) },
  ];
  return sections.filter((section) => section !== false && section !== undefined);
}

function providerRun(provider: string, run: RunSummary): ProviderRun {
  return { provider, run, hits: run.entries.reduce((sum, { hits }) => sum + hits.count, 0) };
}

function runTitle({ provider, run }: Pick<ProviderRun, 'provider' | 'run'>): string {
  return `${provider}, run ${run.index + 1}`;
}

function flags(runs: readonly ProviderRun[]): HtmlValue {
  const grid = (each: ProviderRun): Html =>
    html`<h3>${runTitle(each)}</h3>
      ${flagGrid(each.run)}`;
  const rest = runs.slice(FIRST_RUNS, MAX_RUNS);
  return html`${runs.slice(0, FIRST_RUNS).map(grid)}
  ${
    rest.length > 0 &&
    html`<details>
      <summary>${counted(runs.length - FIRST_RUNS, 'more run')}</summary>
      ${rest.map(grid)} ${runs.length > MAX_RUNS && html`<p class="note">The first ${MAX_RUNS} are shown.</p>`}
    </details>`
  }`;
}

function runTable(runs: readonly ProviderRun[], all: number): Html {
  const left = all - Math.min(runs.length, MAX_RUNS);
  return barTable({
    caption: 'Runs with hits',
    heads: ['Run', 'Hits', 'Screened'],
    rows: runs.slice(0, MAX_RUNS).map((each) => {
      const { timestamp, entries: own } = each.run;
      const reported = own.reduce((sum, { totalHits, hits }) => sum + (totalHits ?? hits.count), 0);
      const parts = [
        counted(own.length, 'entry', 'entries'),
        ...(reported === each.hits ? [] : [`${countText(reported)} reported`]),
        ...(timestamp === undefined ? [] : [momentText(timestamp)]),
      ];
      return { name: runTitle(each), value: each.hits, note: parts.join(' · ') };
    }),
    more: left > 0 ? `and ${counted(left, 'more run')} with hits` : undefined,
  });
}

function hitTables({ screening, providers, hits, blacklistHits }: DocumentSummary): HtmlValue {
  const byProvider = countsOf(providers.map(({ name, totals }) => [name, totals.hits] as const));
  return html`<p class="lead">${counted(hits, 'hit')}${blacklistHits > 0 && `, ${blacklistText(blacklistHits)}`}</p>
    ${valueTables([...kindTables(screening), ...(providers.length > 1 ? [['By provider', byProvider] as const] : [])])}`;
}

function highest(hits: DocumentSummary['screening']['highest'], source: string | undefined): Html {
  return barTable({
    caption: 'Hits with the highest scores',
    heads: ['Hit', 'Score', 'Show it'],
    rows: hits.map(({ number, score, label, provider, run, entry }) => ({
      name: html`#${number}${label !== undefined && ` ${clipped(label)}`} <br /><small
          >${provider}, run ${run + 1}, entry ${entry + 1}</small
        >`,
      value: score,
      note: hitCommand(source, number),
    })),
    format: numberText,
  });
}

/** Warnings of one code together, the gravest first. */
function warningList(all: DocumentSummary['warnings']): Html {
  const groups = [...Map.groupBy(all, ({ code }) => code).values()];
  const list = (some: typeof groups): Html =>
    html`<ul class="warnings">
      ${some.map(([first, ...others]) => first && warningGroup(first, others))}
    </ul>`;
  const rest = groups.slice(FIRST_WARNINGS);
  return html`${list(groups.slice(0, FIRST_WARNINGS))}
  ${
    rest.length > 0 &&
    html`<details>
      <summary>${counted(rest.length, 'more kind')} of warnings</summary>
      ${list(rest)}
    </details>`
  }`;
}

function warningGroup(first: SummaryWarning, others: readonly SummaryWarning[]): Html {
  return html`<li class="${first.level}">
    ${first.message}
    <small><code>${first.code}</code>${first.path !== '' && html` · <span class="path">${first.path}</span>`}</small>
    ${
      others.length > 0 &&
      html`<details>
        <summary>and ${countText(others.length)} like it</summary>
        ${others.map(({ path, message }) => html`<small><span class="path">${path}</span> ${message}</small>`)}
      </details>`
    }
  </li>`;
}

function entries({ limits, source }: DocumentSummary, runs: readonly ProviderRun[]): HtmlValue {
  const all = runs.flatMap((each) =>
    each.run.entries.flatMap((entry) => {
      const { hits } = entry;
      if (hits.count === 0 || isLeftOut(hits)) return [];
      return [{ entry: { ...entry, hits }, title: `${runTitle(each)}, entry ${entry.index + 1}` }];
    }),
  );
  const dropped = limits.reduce((sum, limit) => sum + (limit.bound === 'entries' ? (limit.dropped ?? 0) : 0), 0);
  const more = all.length - MAX_ENTRIES;
  return html`${all.slice(0, MAX_ENTRIES).map(({ entry, title }) => hitsView(entry, title, source))}
  ${more > 0 && html`<p class="note">and ${counted(more, 'more entry', 'more entries')}</p>`}
  ${dropped > 0 && html`<p class="note">Details of ${counted(dropped, 'entry', 'entries')} left out: totals count all.</p>`}`;
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

function limitList(all: DocumentSummary['limits']): Html {
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
