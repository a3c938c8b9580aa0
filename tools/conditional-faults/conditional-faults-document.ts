import { catalogue, type RuleId, SECTIONS } from '@idvkit/schema/rules';

import type { ConditionalFault } from '../../packages/conformance/test/independent-service/conditional-faults/conditional-fault.ts';

/** One measurement: a run against the independent service with each fault. */
export interface Measurement {
  /** Commit of the runner. */
  readonly commit: string;
  /** What the runner could do by then. */
  readonly runner?: string;
  /** Day of the run, in UTC: `2026-11-24`. */
  readonly on: string;
  /** Rules that failed or warned, by the id of the fault. */
  readonly found: Readonly<Record<string, readonly string[]>>;
}

/** Location of the document, below the root of the repository. */
export const CONDITIONAL_FAULTS_DOCUMENT = 'docs/conditional-faults.md';

const MARKS = {
  'own rule': 'found',
  'own section': 'by its section',
  'another rule': 'by another',
  missed: '**missed**',
  permitted: 'permitted',
} as const;

/** Returns whether a fault was found by its own rule, by another one of the same section, by any other, or not at all. */
export function verdictOf(
  { rule, permitted }: Pick<ConditionalFault, 'rule' | 'permitted'>,
  by: readonly string[],
): keyof typeof MARKS {
  if (by.length === 0) return permitted === undefined ? 'missed' : 'permitted';
  if (by.includes(rule)) return 'own rule';
  const { section } = catalogue[rule];
  // Runs name rules of the catalogue.
  return by.some((id) => catalogue[id as RuleId].section === section) ? 'own section' : 'another rule';
}

const row = (cells: readonly unknown[]): string => `| ${cells.join(' | ')} |`;

/** Writes what each measurement found, as a Markdown document. */
export function conditionalFaultsDocument(
  faults: readonly ConditionalFault[],
  measurements: readonly Measurement[],
): string {
  const verdicts = (fault: ConditionalFault): readonly (keyof typeof MARKS | undefined)[] =>
    measurements.map(({ found }) => found[fault.id] && verdictOf(fault, found[fault.id] ?? []));
  const totals = measurements.map(({ commit, runner = '', on }, index) => {
    const all = faults.flatMap((fault) => verdicts(fault)[index] ?? []);
    const count = (verdict: keyof typeof MARKS): number => all.filter((each) => each === verdict).length;
    const verdictCounts = (Object.keys(MARKS) as (keyof typeof MARKS)[]).map(count);
    return row([`\`${commit}\``, runner, on, all.length, ...verdictCounts]);
  });
  const sections = SECTIONS.flatMap((section) => faults.filter(({ rule }) => catalogue[rule].section === section));
  return `# Conditional faults

Teams ship faults that show under one condition only: in one locale, for one credential, on the second resend. The independent service of the
tests has ${faults.length} of them. They were written from the specification, without a look at the rules' code or at what a run calls.
A plain client proves that each fault shows under its condition and nowhere else.

\`pnpm --filter @idvkit/conformance run prove:independent\` runs every rule against the service with each fault. The run has two receivers,
all types of events, every operator command and all fixtures; retries are 1 s apart.

${faults.filter(({ permitted }) => permitted !== undefined).length} faults break a sentence in a way that another sentence permits, or that none decides. A run must not report them:

${faults.flatMap(({ condition, permitted }) => (permitted === undefined ? [] : [`- ${condition}. ${permitted}`])).join('\n')}

${row(['commit', 'runner', 'day', 'faults', 'found by their own rule', 'by a rule of its section', 'by another rule', 'missed', 'permitted'])}
${row(['---', '---', '---', '---:', '---:', '---:', '---:', '---:', '---:'])}
${totals.join('\n')}

${row(['condition', 'fault', 'rule', ...measurements.map(({ commit }) => `\`${commit}\``)])}
${row(['---', '---', '---', ...measurements.map(() => '---')])}
${sections
  .map((fault) =>
    row([
      fault.condition,
      fault.slip,
      `\`${fault.rule}\``,
      ...verdicts(fault).map((verdict) => (verdict === undefined ? '' : MARKS[verdict])),
    ]),
  )
  .join('\n')}
`;
}
