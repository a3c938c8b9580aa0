import { counted, countText, sizeText } from '@idvkit/cli-kit';
import { factList, html, htmlTable, type Html, type HtmlSection, type HtmlValue } from '@idvkit/cli-kit/html';
import type { CorpusSummary, SketchData } from '@idvkit/schema/formats';

import { Sketch } from '../../collect/sketch.ts';
import { placeText } from '../place-text.ts';
import { blacklistText, foundText, numberText } from '../size-text.ts';
import { barTable } from './bar-table.ts';
import { hitCommand, hitName, momentText, page, type PageOptions } from './page.ts';
import { duplicatesText, kindTables, valueTable, valueTables } from './value-table.ts';

/** Hits and payloads that are named of each kind. */
const MAX_NAMED = 8;
/** Days that have a row: the last. */
const MAX_DAYS = 31;

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
    ${!corpus.complete && html`<div class="notice bad"><strong>Incomplete.</strong> ${failures.slice(0, 5).map((failure) => html`<p>${failure}</p>`)}${failures.length > 5 && html`<p>and ${countText(failures.length - 5)} more</p>`}</div>`}
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
    highest.length > 0 && {
      id: 'highest',
      title: 'Highest scores',
      lead: hitCommand('FILE'),
      body: highestHits(highest),
    },
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
    days.length > 2 && { id: 'timeline', title: 'Over time', body: dayTable(corpus) },
    {
      id: 'sizes',
      title: 'Sizes',
      body: html`<p>${spreadText(counted(sizes.count, 'payload'), sizes, sizeText)}</p>
        <p>${spreadText('Hits of a payload', hitsPerPayload, countText)}</p>`,
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
  return htmlTable({
    caption: 'Hits with the highest scores',
    heads: ['Payload', { number: 'Score' }, 'Hit', 'Where'],
    rows: hits
      .slice(0, MAX_NAMED)
      .map((hit) => [
        placeText(hit),
        numberText(hit.score),
        hitName(hit.number, hit.label),
        `${hit.provider}, run ${hit.run + 1}, entry ${hit.entry + 1}`,
      ]),
  });
}

/** Writes how values are spread: `60 payloads: 1 kB to 9 kB; half are below 3 kB, 95 % below 8 kB.` */
function spreadText(what: string, sketch: SketchData, format: (value: number) => string): string {
  const quantile = (at: number): string => format(Sketch.from(sketch).quantile(at));
  return `${what}: ${format(sketch.min)} to ${format(sketch.max)}; half are at most ${quantile(0.5)}, 95 % at most ${quantile(0.95)}.`;
}

function dayTable({ days }: CorpusSummary): Html {
  return barTable({
    caption: 'Payloads per day',
    heads: ['Day', 'Payloads', 'Bytes'],
    rows: days.slice(-MAX_DAYS).map(({ day, payloads, bytes, maxBytes }) => ({
      name: day,
      value: payloads,
      note: `${sizeText(bytes)}, the largest ${sizeText(maxBytes)}`,
    })),
    more: days.length > MAX_DAYS ? `and ${counted(days.length - MAX_DAYS, 'earlier day')} with payloads` : undefined,
  });
}

function providerSection(provider: CorpusSummary['providers'][number], index: number): HtmlSection {
  const { name, runs, runsWithHits, entries, hits, hitBytes, blacklistHits, codes, flags, hitsPerEntry } = provider;
  return {
    id: `provider-${index}`,
    title: `Screening: ${name}`,
    lead: `${countText(runsWithHits)} of ${counted(runs, 'run')} with hits, ${counted(entries, 'entry', 'entries')}, ${counted(hits, 'hit')}, ${sizeText(hitBytes)}${blacklistHits > 0 ? `, ${blacklistText(blacklistHits)}` : ''}`,
    body: html`${valueTables([...kindTables(provider), ['Flags of runs', flags], ['Answers of the provider', codes]])}
      <p>${spreadText('Hits of an entry', hitsPerEntry, countText)}</p>`,
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
