import { CliError } from '@idvkit/cli-kit';
import { RULE_IDS, type RuleId } from '@idvkit/schema/rules';

import { closest } from '../config/closest.ts';
import { matchesRule } from '../judge/rule/rule-glob.ts';
import type { AddCommand } from './command.ts';
import { listedRule, ruleList } from './rule-list.ts';

/** Adds the command `rules`: it lists the catalogue, or the rules that match a glob. */
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
  const matches = globs.length === 0 ? () => true : matchesRule(globs);
  const rules = RULE_IDS.filter(matches);
  if (rules.length === 0) {
    const meant = globs.flatMap((glob) => closest(glob, RULE_IDS, 3));
    throw new CliError({
      code: 'rule-unknown',
      message: `Cannot find a rule that matches ${globs.map((glob) => `"${glob}"`).join(' or ')}.`,
      fix: meant.length > 0 ? `Did you mean ${meant.join(' or ')}?` : 'A * stands for any text, as in "create.*".',
    });
  }
  return rules;
}
