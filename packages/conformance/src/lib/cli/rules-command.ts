import { CliError, type Io } from '@idvkit/cli-kit';
import { RULE_IDS } from '@idvkit/schema/rules';

import { closest } from '../config/closest.ts';
import { matchesRule } from '../judge/rule/rule-glob.ts';
import { listedRule, ruleList } from './rule-list.ts';

/**
 * Lists the catalogue, or the rules that match a glob.
 *
 * @throws {CliError} `rule-unknown` if no rule matches.
 */
export function listRules(
  globs: readonly string[],
  { json = false }: { readonly json?: boolean | undefined },
  io: Io,
): void {
  const matches = globs.length === 0 ? () => true : matchesRule(globs);
  const rules = RULE_IDS.filter(matches).map(listedRule);
  if (rules.length === 0) {
    const meant = globs.flatMap((glob) => closest(glob, RULE_IDS, 3));
    throw new CliError({
      code: 'rule-unknown',
      message: `Cannot find a rule that matches ${globs.map((glob) => `"${glob}"`).join(' or ')}.`,
      fix: meant.length > 0 ? `Did you mean ${meant.join(' or ')}?` : 'A * stands for any text, as in "create.*".',
    });
  }
  if (json)
    io.stdout.write(`${JSON.stringify({ format: 'idvkit.rule-catalogue', version: 1, rules }, undefined, 2)}\n`);
  else io.stdout.write(ruleList(rules, io));
}
