import { factList, html, type HtmlValue, type Html, type HtmlSection } from '@idvkit/cli-kit/html';
import { counted, countText, sizeText } from '@idvkit/cli-kit/text';
import type { CorpusSummary } from '@idvkit/schema/formats';

import { Sketch } from '../../collect/sketch.ts';
import { placeText } from '../place-text.ts';
import { blacklistText, foundText, numberText } from '../size-text.ts';
import { barTable } from './bar-table.ts';
import { columnChart, type Column } from './columns.ts';
import { hitCommand } from './hits-view.ts';
import { page, type PageOptions } from './page.ts';
import { countColumns, sizeColumns } from './sketch-columns.ts';
import { momentText } from './timeline.ts';
import { clipped, duplicatesText, kindTables, valueTable, valueTables } from './value-table.ts';

/** Hits and payloads that are named of each kind. */
const MAX_NAMED = 8;
/** Columns of the timeline: of more days, several share one. */
const MAX_COLUMNS = 92;

/** Writes what many payloads have in common as an HTML page that needs nothing else and holds no script. */
export function corpusPage(corpus: CorpusSummary, failures: readonly string[], options: PageOptions): string {
  const { distinct, exact } = corpus.submissions;
  const title = `${counted(corpus.payloads, 'payload')}, ${exact ? '' : '≈'}${counted(distinct, 'submission')}`;
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
  const { bytes, hits, hitBytes, blacklistHits, submissions, incomplete, unread, days, undated } = corpus;
  const [first, last] = [days[0]?.day, days.at(-1)?.day];
  return html`<p class="eyebrow">Summary of many payloads</p>
    <h1>${title}</h1>
    ${!corpus.complete && html`<div class="banner"><strong>Incomplete.</strong> ${failures.slice(0, 5).map((failure) => html`<p>${failure}</p>`)}${failures.length > 5 && html`<p>and ${countText(failures.length - 5)} more</p>`}</div>`}
    ${factList([
      ['Size', sizeText(bytes)],
      ['Hits', `${countText(hits)}, ${sizeText(hitBytes)}`],
      ['Own blacklist', blacklistHits === 0 ? undefined : countText(blacklistHits)],
      [
        'Repeated deliveries',
        foundText(submissions.repeated, { exact: submissions.exact, kept: submissions.kept.length }),
      ],
      ['Not read to the end', countText(incomplete)],
      ['Not read at all', countText(unread)],
      ['From', first],
      ['To', last],
      ['Without a date', undated === 0 ? undefined : countText(undated)],
      ['Numbers', submissions.exact ? undefined : '≈ is an estimate from a sample'],
    ])}`;
}

function sectionsOf(corpus: CorpusSummary): readonly HtmlSection[] {
  const { submissions, sizes, hitsPerPayload, providers, days, highest, duplicates } = corpus;
  const isSample = !submissions.exact;
  const sections: readonly (HtmlSection | false)[] = [
    {
      id: 'outcomes',
      title: 'Outcomes',
      lead: 'A submission counts once, however often it was delivered. Its latest delivery has its outcome.',
      body: valueTables([
        ['Outcome (ekyc)', submissions.outcomes, isSample],
        ['Flags raised', submissions.flags, isSample],
        ['Face comparison', submissions.faceStatuses, isSample],
        ['Document', submissions.documentTypes, isSample],
        ['Status columns', corpus.columns],
        ['Events', corpus.events],
        ['Forms', corpus.forms],
      ]),
    },
    ...providers.map((provider, index) => providerSection(provider, index)),
    highest.length > 0 && { id: 'highest', title: 'Highest scores', body: highestHits(highest) },
    duplicates.ids > 0 && {
      id: 'duplicates',
      title: 'Hits in several places of a payload',
      body: duplicatesText(duplicates),
    },
    corpus.warnings.counts.length > 0 && {
      id: 'warnings',
      title: 'Warnings',
      lead: 'Payloads that a warning is about.',
      body: valueTable('Warnings', corpus.warnings),
    },
    days.length > 2 && { id: 'timeline', title: 'Over time', body: timelines(corpus) },
    {
      id: 'sizes',
      title: 'Sizes',
      body: html`<h3>Payloads by size</h3>
        ${columnChart({
          told: `${counted(sizes.count, 'payload')} from ${sizeText(sizes.min)} to ${sizeText(sizes.max)}; half are below ${sizeText(Sketch.from(sizes).quantile(0.5))}, 95 % below ${sizeText(Sketch.from(sizes).quantile(0.95))}.`,
          unit: 'Payloads',
          axis: 'Size',
          columns: sizeColumns(sizes),
        })}
        <h3>Payloads by hits</h3>
        ${columnChart({
          told: `${counted(hitsPerPayload.zeros, 'payload')} without hits, at most ${counted(hitsPerPayload.max, 'hit')} in one.`,
          unit: 'Payloads',
          axis: 'Hits',
          columns: countColumns(hitsPerPayload),
        })}`,
    },
    {
      id: 'outliers',
      title: 'Outliers',
      lead: 'A payload is marked if it is far from the others: above the upper quartile by more than one and a half times the distance of the quartiles, as logarithms.',
      body: html`<h3>The largest payloads</h3>
        ${outliers(corpus.largest, 'Bytes', sizeText)}
        <h3>The payloads with most hits</h3>
        ${outliers(corpus.mostHits, 'Hits', countText)}`,
    },
  ];
  return sections.filter((section) => section !== false);
}

function highestHits(hits: CorpusSummary['highest']): Html {
  return barTable({
    caption: 'Hits with the highest scores',
    heads: ['Payload', 'Score', 'Where'],
    rows: hits.slice(0, MAX_NAMED).map(({ source, line, score, provider, run, entry, number, label }) => ({
      name: html`${placeText({ source, line })} #${number}${label !== undefined && ` ${clipped(label)}`}`,
      value: score,
      note: html`<small>${provider}, run ${run + 1}, entry ${entry + 1}</small> ${hitCommand(source, number, line)}`,
    })),
    format: numberText,
  });
}

function timelines({ days }: CorpusSummary): Html {
  const axis = 'Day';
  const most = days.reduce((top, day) => (day.payloads > top.payloads ? day : top));
  const largest = days.reduce((top, day) => (day.maxBytes > top.maxBytes ? day : top));
  return html`<h3>Payloads per day</h3>
    ${columnChart({
      told: `${counted(days.length, 'day')} with payloads; most on ${most.day}, ${countText(most.payloads)}.`,
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
  const { name, runs, runsWithHits, entries, hits, hitBytes, blacklistHits, codes, flags, hitsPerEntry } = provider;
  return {
    id: `provider-${index}`,
    title: `Screening: ${name}`,
    lead: `${countText(runsWithHits)} of ${counted(runs, 'run')} with hits, ${counted(entries, 'entry', 'entries')}, ${counted(hits, 'hit')}, ${sizeText(hitBytes)}${blacklistHits > 0 ? `, ${blacklistText(blacklistHits)}` : ''}`,
    body: html`${valueTables([...kindTables(provider), ['Flags of runs', flags], ['Answers of the provider', codes]])}
      <h3>Entries by hits</h3>
      ${columnChart({
        told: `${counted(hitsPerEntry.zeros, 'entry', 'entries')} without hits, at most ${counted(hitsPerEntry.max, 'hit')} in one.`,
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
    rows: named.slice(0, MAX_NAMED).map((each) => ({ name: placeText(each), value: each.value, note: note(each) })),
    format,
  });
}
