import { breachesOf } from '@idvkit/schema/breaches';
import { RULE_IDS, ruleEntry, type RuleId } from '@idvkit/schema/rules';

import { answerMutants } from './answer-mutants.ts';
import { byBreach } from './by-breach.ts';
import { onAnswer, withStatus, type Corrupt, type Mutant, type MutantTable } from './mutant.ts';
import { sequenceMutants } from './sequence-mutants.ts';
import { rulesWithoutMutant } from './without-mutant.ts';

const own: MutantTable = { ...answerMutants, ...sequenceMutants };

/** A status that no rule calls for, and that no section lists. */
const UNDOCUMENTED_STATUS = 418;

/** Corrupts what a rule is about: as its own mutant does, by a breach of a body, or else by the status of an answer. */
function corruptFor(rule: RuleId): Corrupt {
  const breaches = breachesOf(rule);
  return (
    own[rule] ??
    (breaches.length > 0 ? byBreach(breaches) : onAnswer((target) => [withStatus(target, UNDOCUMENTED_STATUS)]))
  );
}

/** What runs are tested with: one corruption for each rule that an observation can break. */
export const mutants: readonly Mutant[] = RULE_IDS.filter(
  (rule) => ruleEntry(rule).binds === 'service' && rulesWithoutMutant[rule] === undefined,
).map((rule) => ({ rule, corrupt: corruptFor(rule) }));
