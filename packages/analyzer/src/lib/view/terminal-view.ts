import { printable, counted, countText, sizeText } from '@idvkit/cli-kit';
import type { DocumentSummary, PayloadSummary, ProviderSummary, RunSummary, SizeNode } from '@idvkit/schema/formats';

import { MASK } from '../collect/shown-text.ts';
import { hitsText, blacklistText, countOrEstimate, foundText, numberText } from './size-text.ts';
import { evidenceLines } from './terminal-evidence.ts';
import { barLines, duplicateTexts, kindRows, namedLines, spreadTexts, type TerminalPage } from './terminal-page.ts';

const MAX_RUNS = 8;
const MAX_WARNINGS = 5;
const MAX_ARRAYS = 6;

/** Draws the summary of one payload for a terminal, on one screen. Texts from the payload cannot move the cursor. */
export function terminalView(summary: PayloadSummary, page: TerminalPage): string {
  const lines = summary.documents.slice(0, 1).flatMap((document) => documentLines(document, page, summary));
  return lines.join('\n');
}

/** A document that is not whole has the bytes that were read in its heading: messages say why. */
function documentLines(
  document: DocumentSummary,
  page: TerminalPage,
  { complete, bytes: read }: PayloadSummary,
): string[] {
  const { event, application, outcome, hits, blacklistHits, bytes, providers, screening } = document;
  const heading = [
    event.type ?? 'payload',
    application.status,
    outcome.ekyc === undefined ? undefined : `ekyc ${outcome.ekyc}`,
    outcome.faceScore === undefined ? undefined : `face ${outcome.faceScore}`,
    hits > 0 ? hitsText(screening) : complete || providers.length === 0 ? undefined : 'no whole hit',
    blacklistHits === 0 ? undefined : blacklistText(blacklistHits),
    complete ? sizeText(bytes) : `incomplete: ${sizeText(read)} read`,
  ];
  const shown = heading.filter((part) => part !== undefined).map((part) => printable(part, 60));
  const rows = partsOf(document.tree).map(({ path, bytes: size }) => ({
    label: path,
    value: size,
    text: sizeText(size),
  }));
  return [
    page.paint('bold', shown.join(' · ')),
    ...leftOutLines(document).map((line) => page.paint('yellow', printable(line, page.columns))),
    '',
    ...evidenceLines(document, page),
    ...screeningLines(document, page),
    ...barLines(rows, bytes, page),
    '',
    ...hitSizeLines(document, page),
    ...warningLines(document.warnings, page),
  ];
}

/** Writes what the summary leaves out, so that no one takes a part for all. */
function leftOutLines({ limits }: DocumentSummary): readonly string[] {
  const dropped = (bound: DocumentSummary['limits'][number]['bound']): number =>
    limits.filter((limit) => limit.bound === bound).reduce((sum, limit) => sum + (limit.dropped ?? 0), 0);
  const [entries, fields] = [dropped('entries'), dropped('fields')];
  return [
    ...(entries > 0 ? [`Details of ${counted(entries, 'entry', 'entries')} left out: totals count all`] : []),
    ...(fields > 0 ? [`${counted(fields, 'value')} outside hits left out: rules are not checked on them`] : []),
  ];
}

/** Flags, runs with hits, and what the hits are. */
function screeningLines({ providers, screening, hits, outcome }: DocumentSummary, page: TerminalPage): string[] {
  const all = providers.flatMap(({ name, runs }) => runs.map((run) => ({ name, run, hits: hitsOf(run) })));
  const withHits = all.filter((each) => each.hits > 0);
  const isSeveral = providers.filter(({ totals }) => totals.hits > 0).length > 1;
  const byProvider = isSeveral ? providers.map(({ name, totals }) => `${name} ${countText(totals.hits)}`) : [];
  const highest = screening.highest.map(({ number, score }) => `${numberText(score)} #${number}`);
  const more = screening.runsWithHits - Math.min(withHits.length, MAX_RUNS);
  const lines = [
    ...namedLines([['columns', outcome.columns.map(({ name, value }) => `${name}: ${value}`)]], page),
    ...withHits.slice(0, MAX_RUNS).flatMap(({ name, run }) => namedLines([['hits', [runText(name, run)]]], page)),
    ...(more > 0 ? [`  and ${counted(more, 'more run')} with hits`] : []),
    ...(hits > 0 && screening.runsWithHits < screening.runs
      ? namedLines([['', [`${counted(screening.runs - screening.runsWithHits, 'run')} without hits`]]], page)
      : []),
    ...namedLines(
      [
        ['blacklist', screening.blacklistHits > 0 ? [blacklistText(screening.blacklistHits)] : []],
        ...kindRows(screening),
        ['provider', byProvider],
        ['highest', highest],
        ['duplicates', duplicateTexts(screening.duplicates)],
      ],
      page,
    ),
  ];
  return lines.length > 0 ? [...lines, ''] : [];
}

function runText(provider: string, run: RunSummary): string {
  const reported = run.entries.reduce((sum, { totalHits, hits }) => sum + (totalHits ?? hits.count), 0);
  const hits = hitsOf(run);
  const parts = [
    `${printable(provider, 40)} run ${run.index + 1}`,
    `${countText(hits)}${reported === hits ? '' : ` of ${countText(reported)} reported`}`,
    ...(run.entries.length > 1
      ? [
          `in ${countText(run.entries.filter((entry) => entry.hits.count > 0).length)} of ${counted(run.entries.length, 'entry', 'entries')}`,
        ]
      : []),
    listsOf(run).join(', '),
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

function hitsOf({ entries }: RunSummary): number {
  return entries.reduce((sum, { hits }) => sum + hits.count, 0);
}

/** Lists that a run says someone is on. */
function listsOf({ flags }: RunSummary): readonly string[] {
  return Object.keys(flags).flatMap((name) => (flags[name] ? (listOf(name) ?? []) : []));
}

/** Returns the list that a flag of a run is about. */
function listOf(flag: string): string | undefined {
  return flag.startsWith('is_any_in_') ? flag.replace('is_any_in_', '').replaceAll('_', ' ') : undefined;
}

/** The parts that matter: of screenings down to the provider, of the rest the sections. */
function partsOf(tree: SizeNode): readonly { readonly path: string; readonly bytes: number }[] {
  const parts = tree.parts.flatMap((part) => [
    { path: part.name, bytes: part.bytes },
    ...(part.name === 'extra' ? part.parts.map(({ name, bytes }) => ({ path: `extra.${name}`, bytes })) : []),
  ]);
  return parts.slice(0, 7);
}

/** Writes how large hits are, over all entries. */
function hitSizeLines({ providers, screening }: DocumentSummary, page: TerminalPage): string[] {
  if (screening.hits === 0) return [];
  const { size, ids, largest, hits } = screening;
  const { arrays, isWhole, count } = arraysOf(providers, hits);
  const perHit = arrays
    .slice(0, MAX_ARRAYS)
    .map(
      ({ path, elements, max }) =>
        `${path || 'hit'} ${isWhole ? '' : '≈'}${(elements / count).toFixed(1)} (max ${countOrEstimate(max, isWhole)})`,
    );
  const repeated =
    ids.repeated === 0
      ? foundText(0, ids)
      : `${foundText(ids.repeated, ids)} ${ids.repeated === 1 ? 'hit' : 'hits'} with the id of a hit before`;
  return [
    ...namedLines(
      [
        ['hit size', spreadTexts(size, sizeText)],
        ['per hit', perHit],
        ['repeated', ids.repeated > 0 || !ids.exact ? [repeated] : []],
        ['largest', largest.map((hit) => `${sizeText(hit.bytes)} #${hit.number}${revealed(hit.label)}`)],
      ],
      page,
    ),
    '',
  ];
}

/** Adds up the arrays within hits, those with most elements first. Providers that are left out make them estimates. */
function arraysOf(
  providers: readonly ProviderSummary[],
  hits: number,
): {
  readonly arrays: readonly { readonly path: string; readonly elements: number; readonly max: number }[];
  readonly isWhole: boolean;
  /** Hits in which the arrays are. */
  readonly count: number;
} {
  const arrays = new Map<string, { path: string; elements: number; max: number }>();
  for (const { path, arrays: seen, elements, maxElements } of providers.flatMap(({ shape }) => shape.paths)) {
    if (seen === 0) continue;
    const known = arrays.get(path) ?? { path, elements: 0, max: 0 };
    arrays.set(path, known);
    known.elements += elements;
    known.max = Math.max(known.max, maxElements);
  }
  const count = providers.reduce((sum, { shape }) => sum + shape.hits, 0);
  return {
    arrays: [...arrays.values()].sort((a, b) => b.elements - a.elements),
    isWhole: count === hits && providers.every(({ shape }) => shape.exact),
    count: Math.max(1, count),
  };
}

function revealed(label: string | undefined): string {
  return label === undefined || label === MASK ? '' : ` ${label}`;
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
  if (more > 0) lines.push(paint('dim', `  and ${more} more kinds of warnings: see --report html=FILE or --json`));
  return lines.length > 0 ? [...lines, ''] : [];
}

function rank(warning: DocumentSummary['warnings'][number] | undefined): number {
  return (warning?.kind === 'cut' ? 0 : 2) + (warning?.level === 'must' ? 0 : 1);
}
