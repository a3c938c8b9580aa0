import { html, type HtmlValue, type Html } from '@idvkit/cli-kit/html';
import { counted, countText, shellWord, sizeText } from '@idvkit/cli-kit/text';
import type { Distribution, EntrySummary, HitsSummary, ValueCounts } from '@idvkit/schema/formats';

import { barTable } from './bar-table.ts';
import { columnChart } from './columns.ts';
import { countColumns, sizeColumns } from './sketch-columns.ts';
import { clipped, valueTable } from './value-table.ts';

const MAX_ROWS = 12;

/** An entry whose hits have a summary. */
export type DetailedEntry = EntrySummary & { readonly hits: HitsSummary };

/** Shows the hits of one entry, closed: how large they are, what they hold, which are the largest. */
export function hitsView(
  { hits, totalHits, code, status }: DetailedEntry,
  title: string,
  source: string | undefined,
): Html {
  const answer = [code, status].filter((part) => part !== undefined).join(' ');
  const said = totalHits !== undefined && totalHits !== hits.count ? `, ${countText(totalHits)} reported` : '';
  const head = `${counted(hits.count, 'hit')}${said}, ${sizeText(hits.bytes)}`;
  return html`<details>
    <summary>${title}: ${head}${answer !== '' && ` · the provider answered ${answer}`}</summary>
    ${block('Hits by size', sizeChart(hits))} ${arrays(hits)} ${perHitChart('aliases', hits.aliases.perHit)}
    ${perHitChart('articles', hits.media.perHit)}
    <div class="pair">${countedTables(hits).map((each) => html`<div>${each}</div>`)}</div>
    ${block(hits.largest.length < hits.count ? `The ${hits.largest.length} largest hits` : 'All hits by size', largest(hits, source))}
  </details>`;
}

/** Writes the command that prints a hit, to be copied. @param line Line of its document in the source, if each line is one. */
export function hitCommand(source: string | undefined, number: number, line?: number): Html | undefined {
  if (source === undefined || source === '' || source === 'standard input') return undefined;
  const inLine = line === undefined ? '' : ` --line ${line}`;
  return html`<code class="command">idvkit analyze hits ${shellWord(source)}${inLine} --number ${number}</code>`;
}

function block(title: string, content: HtmlValue): Html {
  return html`<h3>${title}</h3>
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
    ['media by domain', media.domains],
    ['media by year', media.years],
    ['languages', languages],
    ['scripts of names', scripts],
  ];
  return tables
    .filter(([, { counts }]) => counts.length > 0)
    .map(([title, counts]) => block(title, valueTable(title, counts)));
}

function largest({ largest }: HitsSummary, source: string | undefined): Html {
  return barTable({
    caption: 'The largest hits',
    heads: ['Hit', 'Bytes', 'Starts at byte'],
    rows: largest.map(({ number, offset, bytes, label }) => ({
      name: html`#${number}${label !== undefined && ` ${clipped(label)}`}`,
      value: bytes,
      note: html`${countText(offset)} ${hitCommand(source, number)}`,
    })),
    format: sizeText,
  });
}
