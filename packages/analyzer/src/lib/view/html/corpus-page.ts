import { factList, html, type HtmlValue, type Html, type HtmlSection } from '@idvkit/cli-kit/html';
import type { CorpusSummary, ValueCounts } from '@idvkit/schema/formats';

import { Sketch } from '../../collect/sketch.ts';
import { countText, sizeText } from '../size-text.ts';
import { barTable } from './bar-table.ts';
import { columnChart, type Column } from './columns.ts';
import { valueTable } from './hits-view.ts';
import { page, type PageOptions } from './page.ts';
import { countColumns, sizeColumns } from './sketch-columns.ts';
import { momentText } from './timeline.ts';

/** Columns of the timeline: of more days, several share one. */
const MAX_COLUMNS = 92;

/** Writes what many payloads have in common as an HTML page that needs nothing else and holds no script. */
export function corpusPage(corpus: CorpusSummary, failures: readonly string[], options: PageOptions): string {
  const title = `${countText(corpus.payloads)} payloads, ${countText(corpus.submissions.distinct)} submissions`;
  return page(
    {
      title: `Payloads: ${title}`,
      header: header(corpus, failures, title),
      sections: sectionsOf(corpus),
    },
    options,
  );
}

function header(corpus: CorpusSummary, failures: readonly string[], title: string): Html {
  const { bytes, hits, hitBytes, submissions, incomplete, unread, days, undated } = corpus;
  const [first, last] = [days[0]?.day, days.at(-1)?.day];
  return html`<p class="eyebrow">Summary of many payloads</p>
    <h1>${title}</h1>
    ${!corpus.complete && html`<div class="banner"><strong>Incomplete.</strong> ${failures.slice(0, 5).map((failure) => html`<p>${failure}</p>`)}${failures.length > 5 && html`<p>and ${countText(failures.length - 5)} more</p>`}</div>`}
    ${factList([
      ['Size', sizeText(bytes)],
      ['Hits', `${countText(hits)}, ${sizeText(hitBytes)}`],
      ['Repeated deliveries', countText(submissions.repeated)],
      ['Not read to the end', countText(incomplete)],
      ['Not read at all', countText(unread)],
      ['From', first],
      ['To', last],
      ['Without a date', undated === 0 ? undefined : countText(undated)],
      ['Told apart', submissions.exact ? 'all submissions' : 'a sample of the submissions'],
    ])}`;
}

function sectionsOf(corpus: CorpusSummary): readonly HtmlSection[] {
  const { submissions, sizes, hitsPerPayload, providers, days } = corpus;
  const outcomes = pair([
    ['Outcome (ekyc)', submissions.outcomes],
    ['Face comparison', submissions.faceStatuses],
    ['Document', submissions.documentTypes],
    ['Flags raised', submissions.flags],
    ['Status columns', corpus.columns],
    ['Warnings', corpus.warnings],
    ['Events', corpus.events],
    ['Forms', corpus.forms],
  ]);
  const found: readonly (HtmlSection | undefined)[] = [
    {
      id: 'outcomes',
      title: 'Outcomes',
      lead: 'A submission counts once, however often it was delivered; its latest delivery tells how it came out.',
      body: outcomes,
    },
    days.length === 0 ? undefined : { id: 'timeline', title: 'Over time', body: timelines(corpus) },
    {
      id: 'sizes',
      title: 'Sizes',
      body: html`<h3>Payloads by size</h3>
        ${columnChart({
          told: `${countText(sizes.count)} payloads from ${sizeText(sizes.min)} to ${sizeText(sizes.max)}; half are below ${sizeText(Sketch.from(sizes).quantile(0.5))}, 95 % below ${sizeText(Sketch.from(sizes).quantile(0.95))}.`,
          unit: 'Payloads',
          axis: 'Size',
          columns: sizeColumns(sizes),
        })}
        <h3>Payloads by hits</h3>
        ${columnChart({
          told: `${countText(hitsPerPayload.zeros)} payloads without hits, at most ${countText(hitsPerPayload.max)} hits in one.`,
          unit: 'Payloads',
          axis: 'Hits',
          columns: countColumns(hitsPerPayload),
        })}`,
    },
    ...providers.map((provider, index) => providerSection(provider, index)),
    {
      id: 'outliers',
      title: 'Outliers',
      lead: 'Marked where a payload is far from the others: beyond the upper quartile by more than one and a half times the distance of the quartiles, as logarithms.',
      body: html`<h3>The largest payloads</h3>
        ${outliers(corpus.largest, 'Bytes', sizeText)}
        <h3>The payloads with most hits</h3>
        ${outliers(corpus.mostHits, 'Hits', countText)}`,
    },
  ];
  return found.filter((section) => section !== undefined);
}

function pair(tables: readonly (readonly [string, ValueCounts])[]): Html {
  return html`<div class="pair">
    ${tables
      .filter(([, { counts }]) => counts.length > 0)
      .map(
        ([title, counts]) =>
          html`<div>
            <h3>${title}</h3>
            ${valueTable(title, counts)}
          </div>`,
      )}
  </div>`;
}

function timelines({ days }: CorpusSummary): Html {
  const axis = 'Day';
  const most = days.reduce((top, day) => (day.payloads > top.payloads ? day : top));
  const largest = days.reduce((top, day) => (day.maxBytes > top.maxBytes ? day : top));
  return html`<h3>Payloads per day</h3>
    ${columnChart({
      told: `${countText(days.length)} days with payloads; most on ${most.day}, ${countText(most.payloads)}.`,
      unit: 'Payloads',
      axis,
      columns: dayColumns(days, ({ payloads }) => payloads),
    })}
    <h3>Bytes per day</h3>
    ${columnChart({
      told: `The largest payload came on ${largest.day}: ${sizeText(largest.maxBytes)}.`,
      unit: 'Bytes',
      axis,
      columns: dayColumns(days, ({ bytes }) => bytes),
      format: sizeText,
    })}`;
}

/** A column for each day from the first to the last, or for as many days as make few enough columns. */
function dayColumns(
  days: CorpusSummary['days'],
  valueOf: (day: CorpusSummary['days'][number]) => number,
): readonly Column[] {
  const DAY_MS = 86_400_000;
  const known = days
    .map((day) => ({ ms: Date.parse(day.day), value: valueOf(day) }))
    .filter(({ ms }) => Number.isFinite(ms));
  const [first, last] = [known[0]?.ms ?? 0, known.at(-1)?.ms ?? 0];
  const perColumn = Math.max(1, Math.ceil(((last - first) / DAY_MS + 1) / MAX_COLUMNS));
  const values = Array<number>(Math.floor((last - first) / DAY_MS / perColumn) + 1).fill(0);
  for (const { ms, value } of known) {
    const at = Math.floor((ms - first) / DAY_MS / perColumn);
    values[at] = (values[at] ?? 0) + value;
  }
  const every = Math.ceil(values.length / 4);
  return values.map((value, index) => {
    const start = dayText(first + index * perColumn * DAY_MS);
    const end = dayText(first + ((index + 1) * perColumn - 1) * DAY_MS);
    return {
      label: start === end ? start : `${start} to ${end}`,
      value,
      tick: index % every === 0 ? start : undefined,
    };
  });
}

function dayText(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function providerSection(provider: CorpusSummary['providers'][number], index: number): HtmlSection {
  const { name, runs, entries, hits, hitBytes, codes, flags, hitsPerEntry } = provider;
  return {
    id: `provider-${index}`,
    title: `Screening: ${name}`,
    lead: `${countText(runs)} runs, ${countText(entries)} entries, ${countText(hits)} hits, ${sizeText(hitBytes)}`,
    body: html`${pair([
        ['Answers of the provider', codes],
        ['Flags of runs', flags],
      ])}
      <h3>Entries by hits</h3>
      ${columnChart({
        told: `${countText(hitsPerEntry.zeros)} entries without hits, at most ${countText(hitsPerEntry.max)} in one.`,
        unit: 'Entries',
        axis: 'Hits',
        columns: countColumns(hitsPerEntry),
      })}`,
  };
}

function outliers(named: CorpusSummary['largest'], unit: string, format: (value: number) => string): HtmlValue {
  const note = ({ far, at, application }: CorpusSummary['largest'][number]): HtmlValue => {
    const parts = [
      ...(far ? [html`<strong>far from the others</strong>`] : []),
      ...(application === undefined ? [] : [`application ${application}`]),
      ...(at === undefined ? [] : [momentText(at)]),
    ];
    return parts.map((part, index) => html`${index > 0 && ' · '}${part}`);
  };
  return barTable({
    caption: `Payloads by ${unit.toLowerCase()}`,
    heads: ['Payload', unit, 'Says'],
    rows: named
      .slice(0, 10)
      .map((each) => ({ name: each.source || 'without a name', value: each.value, note: note(each) })),
    format,
  });
}
