import { counted, countText, sizeText } from '@idvkit/cli-kit';
import { html, htmlTable, type Html, type HtmlSection, type HtmlValue } from '@idvkit/cli-kit/html';
import { AML_LISTS } from '@idvkit/schema';
import type { DocumentSummary, RunSummary, SizeNode, SummaryWarning } from '@idvkit/schema/formats';

import { countsOf } from '../../collect/counts-of.ts';
import { isLeftOut } from '../../collect/left-out.ts';
import type { HitChanges } from '../../export/hit-changes.ts';
import { blacklistText, hitsText, numberText } from '../size-text.ts';
import { barTable, type BarRow } from './bar-table.ts';
import { evidenceSection } from './evidence-section.ts';
import { hitCommand, hitName, momentText } from './page.ts';
import { duplicatesText, kindTables, valueTables } from './value-table.ts';

/** Rows of a table: a page has to stay one that a browser can show. */
const MAX_ROWS = 24;
/** A part with a larger share of its container than this stands for it. */
const ALL_BUT_ALL = 0.97;
/** Kinds of warnings that are seen without opening anything. */
const FIRST_WARNINGS = 6;

/** A run and its provider. */
interface ProviderRun {
  readonly title: string;
  readonly run: RunSummary;
  readonly hits: number;
}

/** All parts of a page about one payload: what screenings found, then what is wrong, then where the bytes are. */
export function documentSections(document: DocumentSummary, since?: HitChanges): readonly HtmlSection[] {
  const { providers, screening, warnings, limits, source, evidence } = document;
  const runs = providers.flatMap(({ name, runs: all }) => all.map((run) => providerRun(name, run)));
  const withHits = runs.filter(({ hits }) => hits > 0);
  const sections: readonly (HtmlSection | false)[] = [
    evidenceSection(document, since),
    runs.length > 0 && { id: 'flags', title: 'Screening flags', body: flagTable(runs) },
    screening.hits + screening.blacklistHits > 0 && { id: 'hits', title: 'Hits', body: hitTables(document) },
    screening.highest.length > 0 && {
      id: 'highest',
      title: 'Highest scores',
      lead: evidence ? undefined : hitCommand(source),
      body: html`<details>
        <summary>${counted(screening.highest.length, 'hit')} by score</summary>
        ${highest(screening.highest)}
      </details>`,
    },
    screening.duplicates.ids > 0 && {
      id: 'duplicates',
      title: 'Hits in several places',
      body: duplicatesText(screening.duplicates),
    },
    warnings.length > 0 && { id: 'warnings', title: 'Warnings', body: warningList(warnings) },
    withHits.length > 0 && {
      id: 'entries',
      title: 'Hits of each entry',
      lead: `${countText(screening.runsWithHits)} of ${counted(screening.runs, 'run')} with hits`,
      body: entries(document, withHits),
    },
    { id: 'sizes', title: 'Where the bytes are', body: sizeTable(document) },
    limits.length > 0 && { id: 'limits', title: 'Not shown', body: limitList(limits) },
  ];
  return sections.filter((section) => section !== false);
}

function providerRun(provider: string, run: RunSummary): ProviderRun {
  const hits = run.entries.reduce((sum, entry) => sum + entry.hits.count, 0);
  return { title: `${provider}, run ${run.index + 1}`, run, hits };
}

/** Draws which flags each run and entry raised, and where they contradict each other. */
function flagTable(runs: readonly ProviderRun[]): HtmlValue {
  const lists = ['found', ...AML_LISTS.map((list) => `in_${list}`)];
  const rows = runs.flatMap(({ title, run }) => {
    const cells = (prefix: string, of: Pick<RunSummary, 'flags' | 'contradicted'>): readonly Html[] =>
      lists.map((list) => flag(of, `${prefix}_${list}`));
    return [
      [html`${title} <small>${run.timestamp && momentText(run.timestamp)}, any entry</small>`, ...cells('is_any', run)],
      [html`${title} <small>all entries</small>`, ...cells('is_all', run)],
      ...run.entries.map((entry) => [html`<small>entry ${entry.index + 1}</small>`, ...cells('is', entry)]),
    ];
  });
  const heads = ['Where', ...lists.map((list) => list.replace('in_', '').replaceAll('_', ' '))];
  return html`${htmlTable({ caption: 'Screening flags', heads, rows: rows.slice(0, MAX_ROWS) })}
  ${rows.length > MAX_ROWS && html`<p class="note">and ${counted(rows.length - MAX_ROWS, 'more row')}</p>`}`;
}

function flag({ flags, contradicted }: Pick<RunSummary, 'flags' | 'contradicted'>, name: string): Html {
  const [text, tone] = flags[name] === undefined ? ['–', 'no'] : flags[name] ? ['● yes', 'yes'] : ['no', 'no'];
  return html`<span class="${tone}">${text}</span>
    ${contradicted.includes(name) && html`<small class="odd">contradicted</small>`}`;
}

function hitTables({ screening, providers, blacklistHits }: DocumentSummary): HtmlValue {
  const byProvider = countsOf(providers.map(({ name, totals }) => [name, totals.hits] as const));
  return html`<p class="lead">${hitsText(screening)}${blacklistHits > 0 && `, ${blacklistText(blacklistHits)}`}</p>
    ${valueTables([...kindTables(screening), ...(providers.length > 1 ? [['By provider', byProvider] as const] : [])])}`;
}

function highest(hits: DocumentSummary['screening']['highest']): Html {
  return htmlTable({
    caption: 'Hits with the highest scores',
    heads: ['Hit', { number: 'Score' }, 'Where'],
    rows: hits.map(({ number, score, label, provider, run, entry }) => [
      hitName(number, label),
      numberText(score),
      `${provider}, run ${run + 1}, entry ${entry + 1}`,
    ]),
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

function entries({ limits, screening }: DocumentSummary, runs: readonly ProviderRun[]): HtmlValue {
  const rows = runs.flatMap(({ title, run }) =>
    run.entries.flatMap(({ index, hits, totalHits, code, status }): BarRow[] => {
      if (hits.count === 0) return [];
      const size = isLeftOut(hits) ? undefined : hits.size;
      const notes = [
        ...(totalHits === undefined || totalHits === hits.count ? [] : [`${countText(totalHits)} reported`]),
        ...(size ? [`half are below ${sizeText(size.p50)}, 95 % below ${sizeText(size.p95)}`] : []),
        ...(code === undefined && status === undefined ? [] : [`answer ${[code, status].join(' ').trim()}`]),
      ];
      return [{ name: `${title}, entry ${index + 1}`, value: hits.count, note: notes.join(' · ') }];
    }),
  );
  const dropped = limits.reduce((sum, limit) => sum + (limit.bound === 'entries' ? (limit.dropped ?? 0) : 0), 0);
  return html`${barTable({
      caption: 'Hits of each entry',
      heads: ['Entry', 'Hits', 'Details'],
      rows: rows.slice(0, MAX_ROWS),
      more: [
        ...(rows.length > MAX_ROWS ? [`and ${counted(rows.length - MAX_ROWS, 'more entry', 'more entries')}`] : []),
        ...(dropped > 0 ? [`Details of ${counted(dropped, 'entry', 'entries')} left out: totals count all.`] : []),
      ].join(' '),
    })}
    <h3>Largest hits</h3>
    ${barTable({
      caption: 'Largest hits',
      heads: ['Hit', 'Bytes'],
      rows: screening.largest.map(({ number, label, bytes }) => ({ name: hitName(number, label), value: bytes })),
      format: sizeText,
    })}`;
}

/** Draws the largest parts. A part that holds hardly anything but one other part says nothing. */
function sizeTable({ tree }: DocumentSummary): Html {
  const largest = partsOf(tree, '')
    .filter(({ node: { bytes, parts } }) => parts.every((part) => part.bytes < bytes * ALL_BUT_ALL))
    .toSorted((a, b) => b.node.bytes - a.node.bytes);
  return barTable({
    caption: 'Parts of the payload and their bytes',
    heads: ['Part', 'Bytes', 'Share'],
    rows: largest.slice(0, MAX_ROWS).map(({ path, node: { bytes, count } }) => ({
      name: html`<span class="path" title="${path}">${path.replace(/^.*?(?=(?:\.[^.]+){3}$)/, '…')}</span>`,
      value: bytes,
      note: `${Number(((bytes / Math.max(1, tree.bytes)) * 100).toPrecision(3))} %${count === undefined ? '' : `, ${countText(count)} of them`}`,
    })),
    format: sizeText,
    whole: tree.bytes,
  });
}

function partsOf(
  { parts }: SizeNode,
  container: string,
): readonly { readonly path: string; readonly node: SizeNode }[] {
  return parts.flatMap((node) => {
    const path = container === '' || node.name.startsWith('[') ? container + node.name : `${container}.${node.name}`;
    return [{ path, node }, ...partsOf(node, path)];
  });
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
