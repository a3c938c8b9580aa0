import { catalogue, ruleEntry, RULE_IDS, SECTIONS, type RuleId, type SectionId } from '@idvkit/schema/rules';

import { sectionTitle } from '../src/lib/report/sections.ts';
import { ruleDetail, ruleSources } from './rule-detail.ts';

const COMMENT = '<!-- Generated: `pnpm run docs` after a change of the catalogue, of a check or of a fault. -->';

const INTRODUCTION = `# Rules

Every checkable statement of the specification: ${RULE_IDS.length} rules, by section. A run fails if a _must_ rule fails, and warns if a
_should_ rule fails. The options \`--only\`, \`--skip\` and \`--require\` take these ids. \`idvkit explain ID\` prints what a rule needs and
what breaks it. Each line has the id and what the rule says. Its level is _must_, and the service must keep it, unless the line differs.

The documentation site has a page for each section, with a right and a wrong answer for each rule. It also shows the
[specification](specification.md), with each sentence coloured by what checks it. To build and serve the site:
\`npx -y pnpm@12 --filter @idvkit/site run site\`, then \`npx -y pnpm@12 --filter @idvkit/site preview\`.

${COMMENT}
`;

/** Location of the index of rules, below the root of the repository. */
export const RULES_DOCUMENT = 'docs/rules.md';

const sections = SECTIONS.map((section) => ({ section, ids: idsOf(section) })).filter(({ ids }) => ids.length > 0);

/** Writes the index of rules as a Markdown document: each rule with its title, by section, and the files of the section. Needs are on the pages. */
export function rulesDocument(): string {
  const parts = sections.map(
    ({ section, ids }) => `## ${sectionTitle(section)}\n\n${filesOf(ids)}\n\n${ids.map(ruleItem).join('\n')}\n`,
  );
  return [INTRODUCTION, ...parts].join('\n');
}

function ruleItem(id: RuleId): string {
  const { title, level, binds } = ruleEntry(id);
  const [side, weight] = [binds === 'service' ? '' : ` · ${binds}`, level === 'must' ? '' : ` · ${level}`];
  return `- <a id="${id}"></a>**${id}**${side}${weight}. ${title}.`;
}

/** Writes a Markdown page for each section, by its path below the root of the repository. */
export function rulesPages(): Readonly<Record<string, string>> {
  return Object.fromEntries(sections.map(({ section, ids }) => [rulesPage(section), sectionPage(section, ids)]));
}

function rulesPage(section: SectionId): string {
  const slug = sectionTitle(section)
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, '-');
  return `docs/rules/${slug}.md`;
}

/** Links the files that hold the entries and the checks of rules. */
function filesOf(ids: readonly RuleId[]): string {
  const sources = ids.flatMap(ruleSources);
  const linksTo = (part: string): string => {
    const paths = new Set(sources.filter((source) => source.part === part).map(({ path }) => path));
    return [...paths].map((path) => `[${path.split('/').at(-1) ?? ''}](../${path})`).join(', ');
  };
  const checks = linksTo('check');
  return `Entries: ${linksTo('entry')}.${checks === '' ? '' : ` Checks: ${checks}.`}`;
}

function idsOf(section: SectionId): readonly RuleId[] {
  return RULE_IDS.filter((id) => catalogue[id].section === section);
}

function sectionPage(section: SectionId, ids: readonly RuleId[]): string {
  const title = sectionTitle(section);
  const heading = section === title ? `“${title}”` : `\`${section}\``;
  const introduction = `# ${title}

${ids.length === 1 ? 'The rule' : `The ${ids.length} rules`} of section ${heading} in the [specification](../specification.md). A code
after what breaks a rule is its fault, for \`idvkit check --fault\`. [Rules and faults](../fault-matrix.md) says what else the fault breaks.
`;
  return [introduction, ...ids.map(ruleText)].join('\n');
}

function ruleText(id: RuleId): string {
  // The search of the site takes the text in front of the first anchor as the title.
  return `## ${id} <a id="${id}"></a>\n\n${ruleEntry(id).title}.\n\n${ruleDetail(id)}\n`;
}
