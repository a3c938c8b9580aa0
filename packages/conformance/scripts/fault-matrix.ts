import { allFaults, allVariations, type Fault } from '@idvkit/mock';
import { catalogue, RULE_IDS, SECTIONS, type RuleId } from '@idvkit/schema/rules';

import { mutants, rulesWithoutMutant } from '../src/lib/judge/mutants/mutants.ts';

/** Where the document is, below the root of the repository. */
export const FAULT_MATRIX = 'docs/fault-matrix.md';

const serviceRules = RULE_IDS.filter((id) => catalogue[id].binds === 'service');
const withMutant: ReadonlySet<RuleId> = new Set(mutants.map(({ rule }) => rule));

function faultsOf(rule: RuleId): readonly Fault[] {
  return allFaults.filter((fault) => fault.rule === rule);
}

/** Writes which fault breaks which rule, and what else is known of each judge, as a Markdown document. */
export function faultMatrix(): string {
  const counts = serviceRules.map((rule) => faultsOf(rule).length);
  const several = counts.filter((count) => count > 1).length;
  const also = allFaults.filter(({ alsoBreaks }) => alsoBreaks.length > 0).length;
  const sections = SECTIONS.flatMap((section) => {
    const rules = serviceRules.filter((id) => catalogue[id].section === section);
    return rules.length === 0 ? [] : [`## ${section}\n\n${rules.map(ruleLines).join('\n')}\n`];
  });
  return [
    `# Rules and faults

The mock can break every rule that binds the service: this proves the checks. Against each fault, a run must find that its rule fails. Only
the rules that the fault declares may fail with it.

| proof                                                               | count |
| ------------------------------------------------------------------- | ----: |
| rules that bind the service                                         | ${cell(serviceRules.length)} |
| … that no fault breaks                                              | ${cell(counts.filter((count) => count === 0).length)} |
| … that faults break in several ways                                 | ${cell(several)} |
| faults                                                              | ${cell(allFaults.length)} |
| … whose defect breaks other rules as well                           | ${cell(also)} |
| rules with a self-check, a corrupted observation in every run       | ${cell(mutants.length)} |
| variations: no check may fail with one of them or with all together | ${cell(allVariations.length)} |

\`pnpm --filter @idvkit/conformance run prove:checks\` does all of it, and random runs against the correct mock.
`,
    ...sections,
    `## Rules without a self-check

${Object.entries(rulesWithoutMutant)
  .map(([id, why]) => `- \`${id}\`: ${why}`)
  .join('\n')}
`,
    `## Variations

${allVariations.map(({ id, title }) => `- \`${id}\`: ${title}`).join('\n')}
`,
  ].join('\n');
}

function cell(count: number): string {
  return String(count).padStart(5);
}

function ruleLines(rule: RuleId): string {
  const note = withMutant.has(rule) ? '' : ' (no self-check)';
  return [`- \`${rule}\`${note}`, ...faultsOf(rule).map(faultLine)].join('\n');
}

function faultLine({ id, rule, title, alsoBreaks }: Fault): string {
  const variant = id === rule ? '' : `\`${id.slice(rule.length + 1)}\`: `;
  const along = alsoBreaks.length === 0 ? '' : `; along with it: ${alsoBreaks.join(', ')}`;
  return `  - ${variant}${title}${along}`;
}
