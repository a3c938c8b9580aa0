import { html, type HtmlValue, type Html } from '@idvkit/cli-kit/html';
import type { Distribution, EntrySummary, HitsSummary, ValueCounts } from '@idvkit/schema/formats';

import { counted, countText, sizeText } from '../size-text.ts';
import { barTable } from './bar-table.ts';
import { columnChart, type Column } from './columns.ts';
import { countColumns, sizeColumns } from './sketch-columns.ts';

const MAX_ROWS = 12;

/** Shows the hits of one entry: how large they are, what they hold, which are the largest. */
export function hitsView({ hits, totalHits, code, status }: EntrySummary, title: string): Html {
  const answer = [code, status].filter((part) => part !== undefined).join(' ');
  const said = totalHits !== undefined && totalHits !== hits.count ? `, ${countText(totalHits)} reported` : '';
  const head = `${counted(hits.count, 'hit')}${said}, ${sizeText(hits.bytes)}`;
  return html`<h3>${title}</h3>
    <p class="lead">${head}${answer !== '' && ` · the provider answered ${answer}`}</p>
    ${
      hits.count > 0 && [
        block('Hits by size', sizeChart(hits)),
        arrays(hits),
        perHitChart('aliases', hits.aliases.perHit),
        perHitChart('articles', hits.media.perHit),
        mediaChart(hits),
        html`<div class="pair">${countedTables(hits).map((each) => html`<div>${each}</div>`)}</div>`,
        largest(hits),
      ]
    }`;
}

function block(title: string, content: HtmlValue): Html {
  return html`<h4>${title}</h4>
    ${content}`;
}

function sizeChart({ count, size, sizes }: HitsSummary): Html | undefined {
  if (!size) return undefined;
  return columnChart({
    told: `${countText(count)} hits from ${sizeText(size.min)} to ${sizeText(size.max)}; half are below ${sizeText(size.p50)}, 95 % below ${sizeText(size.p95)}, 99 % below ${sizeText(size.p99)}.`,
    unit: 'Hits',
    axis: 'Size',
    columns: sizeColumns(sizes),
  });
}

function perHitChart(what: string, { spread, sketch }: Distribution): Html | undefined {
  if (!spread || spread.max === 0) return undefined;
  const { min, p50, p95, p99, max } = spread;
  const chart = columnChart({
    told: `Hits have ${countText(min)} to ${countText(max)} ${what}; half at most ${countText(p50)}, 95 % at most ${countText(p95)}, 99 % at most ${countText(p99)}.`,
    unit: 'Hits',
    axis: `${what[0]?.toUpperCase()}${what.slice(1)}`,
    columns: countColumns(sketch),
  });
  return block(`Hits by ${what}`, chart);
}

function mediaChart({ media }: HitsSummary): Html | undefined {
  const { years, undated } = media;
  if (years.counts.length === 0) return undefined;
  const columns = yearColumns(years);
  const [first, last] = [columns[0]?.label, columns.at(-1)?.label];
  const chart = columnChart({
    told: `${countText(years.total)} articles with a year, ${first === last ? `all of ${first}` : `from ${first} to ${last}`}${undated > 0 ? `; ${countText(undated)} without` : ''}.`,
    unit: 'Articles',
    axis: 'Year',
    columns,
  });
  return block('Media by year', chart);
}

/** Years without articles have a column, too, unless there is a gap that nobody would look at. */
function yearColumns({ counts }: ValueCounts): readonly Column[] {
  const byYear = new Map(counts.map(({ value, count }) => [Number(value), count]));
  const years = [...byYear.keys()].toSorted((a, b) => a - b);
  const [first = 0, last = 0] = [years[0], years.at(-1)];
  const shown =
    last - first <= 60 ? Array.from({ length: last - first + 1 }, (_, index) => first + index) : years.slice(-60);
  const every = Math.ceil(shown.length / 8);
  return shown.map((year, index) => ({
    label: String(year),
    value: byYear.get(year) ?? 0,
    tick: (shown.length - 1 - index) % every === 0 ? String(year) : undefined,
  }));
}

/** Aliases, media, sources and whatever else hits have lists of. */
function arrays({ arrays, aliases, count }: HitsSummary): Html | undefined {
  if (arrays.length === 0) return undefined;
  const rows = arrays.slice(0, MAX_ROWS).map(({ path, elements, max, empty, arrays: seen }) => ({
    name: html`<span class="path">${path === '' ? 'hit' : path}</span>`,
    value: elements / Math.max(1, count),
    note: `${countText(elements)} in all, at most ${countText(max)} in one; ${seenIn(seen, count)}${empty > 0 ? `, ${countText(empty)} empty` : ''}`,
  }));
  const odd = [
    ...(aliases.empty > 0 ? [`${countText(aliases.empty)} empty aliases`] : []),
    ...(aliases.repeated > 0 ? [`${countText(aliases.repeated)} aliases that the same hit has already`] : []),
  ];
  const table = barTable({
    caption: 'Elements per hit of the arrays within hits',
    heads: ['Array', 'Per hit', 'Elements'],
    rows,
    format: (value) => (value >= 100 ? countText(Math.round(value)) : value.toFixed(1)),
    more: [...odd, ...(arrays.length > MAX_ROWS ? [`${countText(arrays.length - MAX_ROWS)} more arrays`] : [])].join(
      ', ',
    ),
  });
  return block('Aliases, media and other lists per hit', table);
}

function seenIn(seen: number, hits: number): string {
  return seen === hits ? 'every hit has it' : `${countText(seen)} of them in ${countText(hits)} hits`;
}

function countedTables({ values, scripts, languages, media }: HitsSummary): readonly Html[] {
  const tables: readonly (readonly [string, ValueCounts])[] = [
    ...values.map((each) => [each.path, each] as const),
    ['scripts of names', scripts],
    ['languages', languages],
    ['media by domain', media.domains],
  ];
  return tables
    .filter(([, { counts }]) => counts.length > 0)
    .map(([title, counts]) => block(title, valueTable(title, counts)));
}

/** Draws how often each value was seen. */
export function valueTable(title: string, { counts, distinct, exact }: ValueCounts, limit: number = MAX_ROWS): Html {
  const shown = counts.slice(0, limit);
  const left = distinct - shown.length;
  return barTable({
    caption: title,
    heads: ['Value', 'Times'],
    rows: shown.map(({ value, count }) => ({ name: value === '' ? '(empty)' : clipped(value), value: count })),
    more: left > 0 ? `and ${exact ? '' : 'about '}${countText(left)} more values` : undefined,
  });
}

function largest({ largest, count }: HitsSummary): Html | undefined {
  if (largest.length === 0) return undefined;
  const table = barTable({
    caption: 'The largest hits',
    heads: ['Hit', 'Bytes', 'Starts at byte'],
    rows: largest.map(({ index, offset, bytes, label }) => ({
      name: html`#${index}${label !== undefined && ` ${clipped(label)}`}`,
      value: bytes,
      note: html`<span class="number">${countText(offset)}</span>`,
    })),
    format: sizeText,
  });
  return block(largest.length < count ? `The ${largest.length} largest hits` : 'All hits', table);
}

function clipped(text: string): string {
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}
