import { RULE_IDS, type RuleId } from '@idvkit/schema/rules';

import { matchesRule } from '../judge/rule/rule-glob.ts';
import { assertKnown } from './chosen-rules.ts';
import type { AddCommand } from './command.ts';
import { listedRule, ruleList } from './rule-list.ts';

export const addRulesCommand: AddCommand = (program, context) => {
  program
    .command('rules')
    .description('List the rules of the contract')
    .argument('[globs...]', 'Rules to list, by id or glob')
    .option('--json', 'Print one JSON document (idvkit.rule-catalogue)')
    .action(
      context.run((globs: readonly string[], { json }: { readonly json?: true | undefined }) => {
        const rules = matchingRules(globs).map(listedRule);
        const { stdout } = context.io;
        if (json !== true) stdout.write(ruleList(rules, context.io));
        else stdout.write(`${JSON.stringify({ format: 'idvkit.rule-catalogue', version: 1, rules }, undefined, 2)}\n`);
      }),
    );
};

function matchingRules(globs: readonly string[]): readonly RuleId[] {
  for (const glob of globs) assertKnown(glob, RULE_IDS);
  return globs.length === 0 ? RULE_IDS : RULE_IDS.filter(matchesRule(globs));
}
