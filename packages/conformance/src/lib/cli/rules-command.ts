import { createPaint, matchesGlob, wrapped, type Io } from '@idvkit/cli-kit';
import { counted } from '@idvkit/cli-kit/text';
import { isRuleId, RULE_IDS, ruleEntry, type RuleEntry, type RuleId, SECTIONS } from '@idvkit/schema/rules';

import { assertKnown } from './chosen-rules.ts';
import type { AddCommand } from './command.ts';
import { explainRules } from './explain-command.ts';

export const addRulesCommand: AddCommand = (command, context) => {
  command
    .argument('[globs...]', 'Rules to list, by glob; a rule that is named by its id is explained')
    .option('--json', 'Print one JSON document (idvkit.rule-catalogue)')
    .action(
      context.run(async (globs: readonly string[], { json }: { readonly json?: true | undefined }) => {
        if (json !== true && globs.length > 0 && globs.every(isRuleId)) return explainRules(globs, context.io);
        const rules = matchingRules(globs).map(listedRule);
        const { stdout } = context.io;
        if (json !== true) stdout.write(ruleList(rules, context.io));
        else stdout.write(`${JSON.stringify({ format: 'idvkit.rule-catalogue', version: 1, rules }, undefined, 2)}\n`);
      }),
    );
};

function matchingRules(globs: readonly string[]): readonly RuleId[] {
  for (const glob of globs) assertKnown(glob, RULE_IDS);
  return globs.length === 0 ? RULE_IDS : RULE_IDS.filter(matchesGlob(globs));
}

interface ListedRule extends Pick<RuleEntry, 'section' | 'level' | 'binds' | 'seenBy' | 'title'> {
  readonly id: RuleId;
}

export function listedRule(id: RuleId): ListedRule {
  const { section, level, binds, seenBy, title } = ruleEntry(id);
  return { id, section, level, binds, seenBy, title };
}

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
