import { printable } from '@idvkit/cli-kit';
import { counted, countText, sizeText } from '@idvkit/cli-kit/text';
import type { DocumentSummary, PayloadSummary, ProviderSummary, RunSummary, SizeNode } from '@idvkit/schema/formats';

import { MASK } from '../collect/shown-text.ts';
import { numberText } from './size-text.ts';
import { barLines, duplicateTexts, kindRows, namedLines, spreadTexts, type TerminalPage } from './terminal-page.ts';

const MAX_RUNS = 8;
const MAX_WARNINGS = 5;
const MAX_ARRAYS = 6;

/** Draws the summary of one payload for a terminal, on one screen. Texts from the payload cannot move the cursor. */
export function terminalView(summary: PayloadSummary, page: TerminalPage): string {
  const lines = summary.documents.slice(0, 1).flatMap((document) => documentLines(document, page, summary.complete));
  return lines.join('\n');
}

/** A document that is not whole has the bytes that were read in its heading: messages say why. */
function documentLines(document: DocumentSummary, page: TerminalPage, isWhole: boolean): string[] {
  const { event, application, outcome, hits, bytes } = document;
  const heading = [
    event.type ?? 'payload',
    application.status,
    outcome.ekyc === undefined ? undefined : `ekyc ${outcome.ekyc}`,
    outcome.faceScore === undefined ? undefined : `face ${outcome.faceScore}`,
    hits === 0 ? undefined : counted(hits, 'hit'),
    isWhole ? sizeText(bytes) : `incomplete: ${sizeText(bytes)} read`,
  ];
  const shown = heading.filter((part) => part !== undefined).map((part) => printable(part, 60));
  const rows = partsOf(document.tree).map(({ path, bytes: size }) => ({
    label: path,
    value: size,
    text: sizeText(size),
  }));
  return [
    page.paint('bold', shown.join(' · ')),
    '',
    ...screeningLines(document, page),
    ...barLines(rows, bytes, page),
    '',
    ...hitSizeLines(document, page),
    ...warningLines(document.warnings, page),
  ];
}

/** Flags, runs with hits, and what the hits are. */
function screeningLines({ providers, screening, hits, outcome }: DocumentSummary, page: TerminalPage): string[] {
  const runs = providers.flatMap(({ name, runs: all }) => all.map((run) => ({ name, run, hits: hitsOf(run) })));
  const withHits = runs.filter((each) => each.hits > 0);
  const raised = new Set(runs.flatMap(({ run }) => listsOf(run)));
  const contradicted = runs.reduce((sum, { run }) => sum + contradictedIn(run), 0);
  const flags = [
    ...(runs.length > 0 ? [raised.size === 0 ? 'no list' : [...raised].join(', ')] : []),
    ...(contradicted > 0
      ? [`! ${countText(contradicted)} ${contradicted === 1 ? 'flag contradicts' : 'flags contradict'} the others`]
      : []),
  ];
  const isSeveral = providers.filter((provider) => hitsOfProvider(provider) > 0).length > 1;
  const byProvider = isSeveral ? providers.map((each) => `${each.name} ${countText(hitsOfProvider(each))}`) : [];
  const highest = screening.highest.map(({ number, score }) => `${numberText(score)} #${number}`);
  const lines = [
    ...namedLines(
      [
        ['columns', outcome.columns.map(({ name, value }) => `${name}: ${value}`)],
        ['flags', flags],
      ],
      page,
    ),
    ...withHits.slice(0, MAX_RUNS).flatMap(({ name, run }) => namedLines([['hits', [runText(name, run)]]], page)),
    ...(withHits.length > MAX_RUNS ? [`  and ${countText(withHits.length - MAX_RUNS)} more runs with hits`] : []),
    ...(hits > 0 && withHits.length < runs.length
      ? namedLines([['', [`${counted(runs.length - withHits.length, 'run')} without hits`]]], page)
      : []),
    ...namedLines(
      [
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

function hitsOfProvider({ runs }: ProviderSummary): number {
  return runs.reduce((sum, run) => sum + hitsOf(run), 0);
}

/** Lists that a run says somebody is on. */
function listsOf({ flags }: RunSummary): readonly string[] {
  const raised = Object.keys(flags).filter((name) => name.startsWith('is_any_in_') && flags[name]);
  return raised.map((name) => name.replace('is_any_in_', '').replaceAll('_', ' '));
}

function contradictedIn({ contradicted, entries }: RunSummary): number {
  return contradicted.length + entries.reduce((sum, entry) => sum + entry.contradicted.length, 0);
}

/** The parts that matter: of screenings down to the provider, of the rest the sections. */
function partsOf(tree: SizeNode): readonly { readonly path: string; readonly bytes: number }[] {
  const parts = tree.parts.flatMap((part) => [
    { path: part.name, bytes: part.bytes },
    ...(part.name === 'extra' ? part.parts.map(({ name, bytes }) => ({ path: `extra.${name}`, bytes })) : []),
  ]);
  return parts.slice(0, 7);
}

/** How large hits are, of the entry with most bytes of them. */
function hitSizeLines({ providers }: DocumentSummary, page: TerminalPage): string[] {
  const entries = providers.flatMap(({ runs }) => runs.flatMap((run) => run.entries));
  const [most] = entries.toSorted((a, b) => b.hits.bytes - a.hits.bytes);
  if (!most || most.hits.count === 0) return [];
  const { size, count, arrays, ids, largest } = most.hits;
  const perHit = arrays
    .slice(0, MAX_ARRAYS)
    .map(({ path, elements, max }) => `${path || 'hit'} ${(elements / count).toFixed(1)} (max ${countText(max)})`);
  return [
    ...namedLines(
      [
        ['hit size', spreadTexts(size, sizeText)],
        ['per hit', perHit],
        ['repeated', ids.repeated > 0 ? [`${counted(ids.repeated, 'hit')} with the id of a hit before`] : []],
        ['largest', largest.map((hit) => `${sizeText(hit.bytes)} #${hit.number}${revealed(hit.label)}`)],
      ],
      page,
    ),
    '',
  ];
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
  if (more > 0) lines.push(paint('dim', `  and ${more} more kinds of warnings: see --html or --json`));
  return lines.length > 0 ? [...lines, ''] : [];
}

function rank(warning: DocumentSummary['warnings'][number] | undefined): number {
  return (warning?.kind === 'cut' ? 0 : 2) + (warning?.level === 'must' ? 0 : 1);
}
