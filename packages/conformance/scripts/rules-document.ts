import { catalogue, ruleEntry, RULE_IDS, SECTIONS, type RuleId } from '@idvkit/schema/rules';

/** Where the document is, below the root of the repository. */
export const RULES_DOCUMENT = 'docs/rules.md';

const INTRODUCTION = `# Rules

Every checkable statement of the specification, by its section: ${RULE_IDS.length} of them. A run fails if a _must_ rule fails and warns if a
_should_ rule fails. \`idv-conformance rules\` lists them, and \`--only\`, \`--skip\` and \`--require\` take their ids. The parentheses say how much
a rule weighs and whom it binds. The code after a breach is the fault that shows it, for \`idv-mock --fault\`; [rules and faults](fault-matrix.md)
says what else such a fault breaks.

This file is generated: \`pnpm run docs\` after a change of the catalogue, of a check or of a fault.
`;

/**
 * Writes the catalogue as a Markdown document: a line per rule, under the heading of its section.
 * @param detail Sentences that follow a rule on its line. Default: none.
 */
export function rulesDocument(detail: (id: RuleId) => readonly string[] = () => []): string {
  const sections = SECTIONS.flatMap((section) => {
    const ids = RULE_IDS.filter((id) => catalogue[id].section === section);
    return ids.length === 0
      ? []
      : [`## ${section}\n\n${ids.map((id) => [ruleLine(id), ...detail(id)].join('<br>')).join('\n')}\n`];
  });
  return [INTRODUCTION, ...sections].join('\n');
}

function ruleLine(id: RuleId): string {
  const { level, binds, title } = ruleEntry(id);
  return `- <a id="${id}"></a>**${id}** (${level}, ${binds}): ${title}`;
}
