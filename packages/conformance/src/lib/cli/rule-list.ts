import { createPaint, wrapped, counted, type Io } from '@idvkit/cli-kit';
import { ruleEntry, type RuleEntry, type RuleId, SECTIONS } from '@idvkit/schema/rules';

/** A rule in a list. */
export interface ListedRule extends Pick<RuleEntry, 'section' | 'level' | 'binds' | 'seenBy' | 'title'> {
  readonly id: RuleId;
}

export function listedRule(id: RuleId): ListedRule {
  const { section, level, binds, seenBy, title } = ruleEntry(id);
  return { id, section, level, binds, seenBy, title };
}

/** Returns a list of rules for people, by section. */
export function ruleList(rules: readonly ListedRule[], { stdout, env }: Pick<Io, 'stdout' | 'env'>): string {
  const paint = createPaint(stdout, env);
  const width = Math.min(100, Math.max(40, stdout.columns));
  const lines: string[] = [];
  for (const section of SECTIONS) {
    const own = rules.filter((rule) => rule.section === section);
    if (own.length === 0) continue;
    lines.push(...(lines.length > 0 ? [''] : []), paint('bold', section));
    for (const { id, level, binds, title } of own) {
      const notes = [...(level === 'should' ? ['should'] : []), ...(binds === 'service' ? [] : [`binds the ${binds}`])];
      lines.push(`  ${paint('cyan', id)}${notes.length > 0 ? paint('dim', `  ${notes.join(', ')}`) : ''}`);
      lines.push(...wrapped(title, width - 4).map((line) => `    ${line}`));
    }
  }
  return `${[...lines, '', counted(rules.length, 'rule')].join('\n')}\n`;
}
