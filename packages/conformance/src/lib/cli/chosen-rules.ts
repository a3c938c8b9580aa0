import { CliError, closest, matchesGlob } from '@idvkit/cli-kit';

import { isChosen } from '../judge/rule/rule-glob.ts';
import type { Rule } from '../judge/rule/rule.ts';
import { serviceRules } from '../judge/rules/all-rules.ts';

export interface RuleChoice {
  readonly only: readonly string[] | undefined;
  readonly skip: readonly string[];
  readonly require: readonly string[];
  /** Rules to choose from. Default: those that bind the service. */
  readonly among?: readonly Rule[];
}

export interface ChosenRules {
  readonly ids: readonly string[];
  readonly required: readonly string[];
}

/** Picks the rules of a run. @throws {CliError} `rule-unknown`, `rule-not-chosen`, `rules-none`. */
export function chooseRules({ only, skip, require, among = serviceRules }: RuleChoice): ChosenRules {
  const all = among.map(({ id }) => id);
  const what = `rule that binds the ${among[0]?.binds ?? 'service'}`;
  for (const glob of [...(only ?? []), ...skip, ...require]) assertKnown(glob, all, what);
  const ids = all.filter(isChosen({ only, skip }));
  if (ids.length === 0) {
    throw new CliError({
      code: 'rules-none',
      message: 'Cannot check anything: no rule is left.',
      fix: 'Skip less than --only chooses.',
    });
  }
  const isRequired = matchesGlob(require);
  const required = all.filter(isRequired);
  const missing = required.filter((id) => !ids.includes(id));
  if (missing[0] !== undefined) {
    throw new CliError({
      code: 'rule-not-chosen',
      message: `Cannot require ${missing[0]}: --only and --skip leave it out.`,
      fix: 'Require rules that are checked.',
    });
  }
  return { ids, required };
}

/** Throws `rule-unknown` if a glob matches nothing, so that a typing error does not turn a run green. */
export function assertKnown(glob: string, all: readonly string[], what = 'rule'): void {
  if (all.some(matchesGlob([glob]))) return;
  throw new CliError({
    code: 'rule-unknown',
    message: `Cannot find a ${what}${what === 'rule' ? ' that' : ' and'} matches "${glob}".`,
    fix: suggestion(glob, all),
  });
}

function suggestion(glob: string, all: readonly string[]): string {
  const groups = [...new Set(all.map((id) => `${id.split('.', 1)[0]}.*`))];
  const meant = glob.includes('*') ? closest(glob, groups, 3) : closest(glob, all, 3);
  if (meant.length === 0) return 'Run idvkit explain to see all of them; a * stands for any text, as in "create.*".';
  return `Did you mean ${meant.join(' or ')}? Run idvkit explain to see all of them.`;
}
