import { printable } from '@idvkit/cli-kit';
import type {
  Distribution,
  DocumentSummary,
  EntrySummary,
  HitsSummary,
  PayloadSummary,
  RunSummary,
  SizeNode,
} from '@idvkit/schema/formats';

import { counted, countText, sizeText } from './size-text.ts';
import { sketchSpark, spark } from './spark.ts';
import { barLines, namedLines, valueTexts, type TerminalPage } from './terminal-page.ts';

/** Entries that are drawn with all that is known of their hits; of the others there is a line. */
const MAX_DRAWN = 2;
const MAX_RUNS = 8;
const MAX_WARNINGS = 5;
const SPARK_WIDTH = 32;

/** Draws the summary of one payload for a terminal, on one screen. Texts from the payload cannot move the cursor. */
export function terminalView(summary: PayloadSummary, page: TerminalPage): string {
  const { paint } = page;
  const lines = summary.documents.slice(0, 1).flatMap((document) => documentLines(document, page));
  if (!summary.complete)
    lines.push(paint('red', `Incomplete: ${printable(summary.problem?.message ?? 'the input ended early')}`), '');
  return lines.join('\n');
}

function documentLines(document: DocumentSummary, page: TerminalPage): string[] {
  const { event, application, outcome, hits, bytes, providers } = document;
  const heading = [
    event.type ?? 'payload',
    application.status,
    outcome.ekyc === undefined ? undefined : `ekyc ${outcome.ekyc}`,
    outcome.faceScore === undefined ? undefined : `face ${outcome.faceScore}`,
    hits === 0 ? undefined : counted(hits, 'hit'),
    sizeText(bytes),
  ];
  const shown = heading.filter((part) => part !== undefined).map((part) => printable(part, 60));
  const rows = partsOf(document.tree).map(({ path, bytes: size }) => ({
    label: path,
    value: size,
    text: sizeText(size),
  }));
  const lines = [page.paint('bold', shown.join(' · ')), '', ...barLines(rows, bytes, page), ''];
  const runs = providers.flatMap(({ name, runs: all }) => all.map((run) => ({ name, run })));
  // The entries with most bytes are looked at closely.
  const closely = new Set(
    runs
      .flatMap(({ run }) => run.entries)
      .toSorted((a, b) => b.hits.bytes - a.hits.bytes)
      .slice(0, MAX_DRAWN),
  );
  for (const { name, run } of runs.slice(0, MAX_RUNS)) lines.push(...runLines(name, run, { page, closely }), '');
  if (runs.length > MAX_RUNS) lines.push(`and ${countText(runs.length - MAX_RUNS)} more runs`, '');
  return [...lines, ...warningLines(document.warnings, page)];
}

/** The parts that matter: of screenings down to the provider, of the rest the sections. */
function partsOf(tree: SizeNode): readonly { readonly path: string; readonly bytes: number }[] {
  const parts = tree.parts.flatMap((part) => [
    { path: part.name, bytes: part.bytes },
    ...(part.name === 'extra' ? part.parts.map(({ name, bytes }) => ({ path: `extra.${name}`, bytes })) : []),
  ]);
  return parts.slice(0, 7);
}

function runLines(
  provider: string,
  run: RunSummary,
  { page, closely }: { readonly page: TerminalPage; readonly closely: ReadonlySet<EntrySummary> },
): string[] {
  const { paint } = page;
  const raised = Object.keys(run.flags).filter((name) => name.startsWith('is_any_in_') && run.flags[name]);
  const lists = raised.map((name) => name.replace('is_any_in_', '').replaceAll('_', ' '));
  const odd = run.contradicted.length + run.entries.reduce((sum, { contradicted }) => sum + contradicted.length, 0);
  const title = `${printable(provider, 40)}, run ${run.index + 1}: ${lists.length === 0 ? 'no list' : lists.join(', ')}`;
  const contradiction =
    odd === 0 ? '' : paint('yellow', `  ! ${odd} ${odd === 1 ? 'flag contradicts' : 'flags contradict'} the others`);
  const drawn = run.entries.filter((entry) => closely.has(entry));
  const others = run.entries.filter((entry) => !closely.has(entry));
  const hits = others.reduce((sum, entry) => sum + entry.hits.count, 0);
  return [
    `${paint('bold', title)}${contradiction}`,
    ...drawn.flatMap((entry) => entryLines(entry, { page, isOnly: run.entries.length === 1 })),
    ...(others.length > 0
      ? [
          `  ${counted(others.length, `${drawn.length > 0 ? 'more ' : ''}entry`, `${drawn.length > 0 ? 'more ' : ''}entries`)}, ${countText(hits)} hits`,
        ]
      : []),
  ];
}

function entryLines(
  { index, hits, totalHits, code, status }: EntrySummary,
  { page, isOnly }: { readonly page: TerminalPage; readonly isOnly: boolean },
): string[] {
  const said = totalHits !== undefined && totalHits !== hits.count ? ` of ${countText(totalHits)} reported` : '';
  const answer = [code, status].filter((part) => part !== undefined).join(' ');
  const head = `${isOnly ? '' : `entry ${index + 1}: `}${counted(hits.count, 'hit')}${said}, ${sizeText(hits.bytes)}`;
  const { size, ids, aliases, media } = hits;
  const isSpread = size !== undefined && size.min < size.max;
  const arrays = hits.arrays.map(
    ({ path, elements, max }) =>
      `${path || 'hit'} ${(elements / Math.max(1, hits.count)).toFixed(1)} (max ${countText(max)})`,
  );
  const values = hits.values.slice(0, 6).filter(({ counts }) => counts.length > 0);
  const odd = [
    ...(ids.repeated > 0 ? [`${countText(ids.repeated)} hits repeat an id`] : []),
    ...(aliases.empty > 0 ? [`${countText(aliases.empty)} empty aliases`] : []),
    ...(aliases.repeated > 0 ? [`${countText(aliases.repeated)} repeated aliases`] : []),
  ];
  const largest = hits.largest.map(
    (hit) =>
      `#${hit.index} ${sizeText(hit.bytes)}${hit.label === undefined || hit.label === '•••' ? '' : ` ${hit.label}`}`,
  );
  return [
    `  ${head} ${page.paint('dim', printable(answer, 40))}`.trimEnd(),
    ...namedLines([['size', spreadTexts(size, sizeText)]], page),
    ...(isSpread ? [`  ${''.padEnd(10)}${page.paint('cyan', sketchSpark(hits.sizes, SPARK_WIDTH))}`] : []),
    ...namedLines(
      [
        ['per hit', arrays],
        ['aliases', perHitTexts(aliases.perHit)],
        ['articles', perHitTexts(media.perHit)],
        ['media', mediaTexts(media)],
        ['scripts', valueTexts(hits.scripts)],
        ['languages', valueTexts(hits.languages)],
        ...values.map((each) => ['', [`${each.path}: ${valueTexts(each).slice(0, 5).join(', ')}`]] as const),
        ['odd', odd],
        ['largest', largest],
      ],
      page,
    ),
  ];
}

function mediaTexts({ years, domains }: HitsSummary['media']): readonly string[] {
  const counts = years.counts.toSorted((a, b) => Number(a.value) - Number(b.value)).slice(-SPARK_WIDTH);
  if (counts.length <= 1) return [];
  const columns = spark(counts.map(({ count }) => count));
  return [`${counts[0]?.value} ${columns} ${counts.at(-1)?.value}`, ...valueTexts(domains)];
}

/** Writes how many of something hits have; nothing if none has any. */
function perHitTexts({ spread }: Distribution): readonly string[] {
  return spread && spread.max > 0 ? spreadTexts(spread, countText) : [];
}

function spreadTexts(spread: Distribution['spread'], format: (value: number) => string): readonly string[] {
  if (!spread) return [];
  const { min, p50, p95, p99, max } = spread;
  const parts = Object.entries({ min, p50, p95, p99, max });
  return [parts.map(([name, value]) => `${name} ${format(value)}`).join('  ')];
}

/** The gravest first, those of one code together. */
function warningLines(warnings: DocumentSummary['warnings'], { paint, columns }: TerminalPage): string[] {
  const byCode = Map.groupBy(warnings, ({ code }) => code);
  const groups = [...byCode.values()].toSorted((a, b) => rank(a[0]) - rank(b[0]));
  const lines = groups.slice(0, MAX_WARNINGS).flatMap(([first, ...others]) => {
    if (!first) return [];
    const more = others.length === 0 ? '' : ` (and ${others.length} like it)`;
    const text = printable(`${first.message}${more}`, Math.max(30, columns - first.code.length - 5));
    return [`${paint(first.level === 'must' ? 'red' : 'yellow', '!')} ${text} ${paint('dim', first.code)}`];
  });
  const more = groups.length - MAX_WARNINGS;
  if (more > 0) lines.push(paint('dim', `  and ${more} more kinds of warnings: see --html or --json`));
  return lines.length > 0 ? [...lines, ''] : [];
}

function rank(warning: DocumentSummary['warnings'][number] | undefined): number {
  return (warning?.kind === 'cut' ? 0 : 2) + (warning?.level === 'must' ? 0 : 1);
}
