/** A rule, and its section of the specification. */
interface SectionedRule {
  readonly id: string;
  readonly section: string;
}

/** Returns the path of the rules of a section, below docs/. */
export function rulesPage(section: string): string {
  return `rules/${section.toLowerCase().replaceAll(/[^a-z]+/g, '-')}.md`;
}

/** Returns the address of the text about a rule. */
export function ruleAddress({ id, section }: SectionedRule): string {
  return `https://github.com/idvkit/idvkit/blob/main/docs/${rulesPage(section)}#${id}`;
}
