/** How many mutants of a target its tests kill. */
export interface Score {
  readonly target: string;
  /** All mutants that there were. */
  readonly mutants: number;
  readonly tested: number;
  readonly killed: number;
  /** Survivors that no input can tell from the source. */
  readonly equivalent: number;
}

/** Location of the document, below the root of the repository. */
export const MUTANTS_DOCUMENT = 'docs/mutants.md';

/** Formats the share of killed mutants, without the equivalent ones. */
export function shareOf({ killed, tested, equivalent }: Score): string {
  return `${((100 * killed) / (tested - equivalent)).toFixed(1)} %`;
}

/** Writes the scores as a Markdown document. */
export function mutantsDocument(scores: readonly Score[]): string {
  const row = (cells: readonly unknown[]): string => `| ${cells.join(' | ')} |`;
  return `${[
    '# Mutants',
    '',
    'A mutant is the code with one small change. Tests kill it if one of them fails. A survivor shows what no test checks.',
    '',
    row(['code', 'mutants', 'tested', 'killed', 'equivalent', 'killed of the others']),
    row(['---', ...Array.from({ length: 5 }, () => '---:')]),
    ...scores.map((score) =>
      row([
        `\`${score.target}\``,
        score.mutants,
        score.tested,
        score.killed,
        score.equivalent,
        `**${shareOf(score)}**`,
      ]),
    ),
    '',
    'The figures are those of the last measurement, `pnpm run mutants --record`. An equivalent mutant does what the source does, whatever the input.',
    '[survivors.json](../tools/mutants/survivors.json) has reasons of survivors; `pnpm run mutants` lists those without one.',
    'If not all mutants of a target were tested, those that were are a random sample. Tests were then written for its survivors, so the others',
    'have a lower share.',
    '[Decision 37](decisions/0037-all-mutants-are-loaded-at-once.md) says how mutants are tested.',
  ].join('\n')}\n`;
}
