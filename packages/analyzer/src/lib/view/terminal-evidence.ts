import { counted, countText, printable } from '@idvkit/cli-kit';
import type { DocumentSummary } from '@idvkit/schema/formats';

import { agreementText, agreementTexts, flagTexts, storiesText } from './evidence-text.ts';
import { namedLines, type TerminalPage } from './terminal-page.ts';

/** Hits that are drawn; a page and the JSON have more. */
const MAX_HITS = 8;
const MAX_RUNS = 4;
const MAX_CELL = 13;

/** Draws what a reviewer asks first: flags, stories, and the first hits with their places. */
export function evidenceLines(
  { evidence, hits: all, screening }: DocumentSummary,
  page: TerminalPage,
): readonly string[] {
  if (!evidence) return [];
  const { runs, hits, exact } = evidence;
  const flags = runs.slice(0, MAX_RUNS).map((run): readonly [string, readonly string[]] => {
    const name = runs.length > 1 ? [`${run.provider} run ${run.run + 1}`] : [];
    return ['flags', [...name, ...flagTexts(run)]];
  });
  const runsLeft = screening.runs - flags.length;
  const heads = ['hit', 'list', 'match', 'score', 'name', 'born', 'country', 'byte'];
  const rows = hits
    .slice(0, MAX_HITS)
    .map(({ number, list, match, score, name, birthDate, country, offset }) => [
      `#${number}`,
      ...[list, match, score].map(({ value = '–' }) => printable(value, MAX_CELL)),
      ...[name, birthDate, country].map((cell) => (cell.agrees === 'not-given' ? '–' : agreementText(cell))),
      countText(offset),
    ]);
  const widths = heads.map((head, index) => Math.max(head.length, ...rows.map((row) => row[index]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    printable(`  ${cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('  ')}`.trimEnd(), page.columns);
  const more = all - rows.length;
  return [
    ...namedLines(
      [
        ...flags,
        ['', runsLeft > 0 ? [`and ${counted(runsLeft, 'more run')}`] : []],
        ['stories', [storiesText(evidence) ?? '']],
      ],
      page,
    ),
    ...(rows.length === 0
      ? []
      : [
          ...namedLines([['agree', agreementTexts(evidence)]], page),
          '',
          page.paint('dim', line(heads)),
          ...rows.map(line),
          ...(more > 0 ? [`  and ${countText(more)} more${exact ? '' : ', some of which may come before these'}`] : []),
          '',
        ]),
  ];
}
