import { catalogue, ruleEntry, RULE_IDS, SECTIONS, type RuleId, type SectionId } from '@idvkit/schema/rules';

import { rulesPage } from '../src/lib/report/rule-address.ts';
import { sectionTitle } from '../src/lib/report/sections.ts';
import { ruleDetail } from './rule-detail.ts';

const COMMENT = '<!-- Generated: `pnpm run docs` after a change of the catalogue, of a check or of a fault. -->';

const INTRODUCTION = `# Rules

Every checkable statement of the specification: ${RULE_IDS.length} rules, by section. A run fails if a _must_ rule fails, and warns if a
_should_ rule fails. The options \`--only\`, \`--skip\` and \`--require\` take these ids, and \`idvkit explain ID\` prints what is here.

${COMMENT}
`;

/** Writes the catalogue as Markdown documents, by their path below the root: an index, and a page per section. */
export function rulesDocuments(): Readonly<Record<string, string>> {
  const sections = SECTIONS.map((section) => ({ section, ids: idsOf(section) })).filter(({ ids }) => ids.length > 0);
  const index = sections.map(
    ({ section, ids }) =>
      `## [${sectionTitle(section)}](${rulesPage(section)})\n\n${ids.map((id) => `- [${id}](${rulesPage(section)}#${id}): ${catalogue[id].title}`).join('\n')}\n`,
  );
  return {
    'docs/rules.md': [INTRODUCTION, ...index].join('\n'),
    ...Object.fromEntries(
      sections.map(({ section, ids }) => [`docs/${rulesPage(section)}`, sectionPage(section, ids)]),
    ),
  };
}

function idsOf(section: SectionId): readonly RuleId[] {
  return RULE_IDS.filter((id) => catalogue[id].section === section);
}

function sectionPage(section: SectionId, ids: readonly RuleId[]): string {
  const title = sectionTitle(section);
  const heading = section === title ? `“${title}”` : `\`${section}\``;
  const introduction = `# ${title}

${ids.length === 1 ? 'The rule' : `The ${ids.length} rules`} of section ${heading} in the [specification](../specification.md). A code
after a breach is its fault, for \`idvkit mock --fault\`. [Rules and faults](../fault-matrix.md) says what else the fault breaks.

${COMMENT}
`;
  return [introduction, ...ids.map(ruleText)].join('\n');
}

function ruleText(id: RuleId): string {
  const { level, binds, title } = ruleEntry(id);
  const details = [`Binds the ${binds}: _${level}_.`, ...ruleDetail(id)];
  return `## <a id="${id}"></a>${id}\n\n${title}.\n\n${details.map((detail) => `- ${detail}`).join('\n')}\n`;
}
