import { breached, breachesOf, type Breach } from '@idvkit/schema/breaches';
import { RULE_IDS, ruleEntry, type RuleId } from '@idvkit/schema/rules';

import { payloadOf } from '../rule/payload.ts';
import { answerMutants } from './answer-mutants.ts';
import { onAnswer, withBody, withStatus, type Corrupt, type Mutant, type MutantTable } from './mutant.ts';
import { sequenceMutants } from './sequence-mutants.ts';

const NOT_DONE = 'A service breaks it by not acting. An observation can be corrupted, but not left out.';

/** Rules that no corrupted observation can break, and why. Each has faults in the mock instead. */
export const rulesWithoutMutant: Readonly<Partial<Record<RuleId, string>>> = {
  'submit.plain-flow.completes': NOT_DONE,
  'resend.delivers': NOT_DONE,
  'event.submit-form.on-submission': NOT_DONE,
  'event.update-status.on-change': NOT_DONE,
  'event.drop-off.on-expiry': NOT_DONE,
  'delivery.every-receiver': NOT_DONE,
  'delivery.5xx.retried': NOT_DONE,
  'auth.refused.no-effect': 'What follows a refused call has other possible causes wherever it is put.',
};

const PAYLOADS: ReadonlySet<Breach['kind']> = new Set([
  undefined,
  'payload',
  'submitFormDelivery',
  'lifecycleDelivery',
  'resultResponse',
]);

function byBreach(breaches: readonly Breach[]): Corrupt {
  return (target) => {
    for (const breach of breaches) {
      // Which kind of error or answer a body is follows from the rule: it passed.
      const mayApply = PAYLOADS.has(breach.kind) ? payloadOf(target) !== undefined : target.kind === 'exchange';
      const corrupted = mayApply ? withBody(target, (json) => breached(json, breach)) : undefined;
      if (corrupted !== undefined) return corrupted;
    }
    return undefined;
  };
}

const own: MutantTable = { ...answerMutants, ...sequenceMutants };

const UNDOCUMENTED_STATUS = 418;

/** Returns the rule's own mutant, else a breach of a body, else a wrong status. */
function corruptFor(rule: RuleId): Corrupt {
  const breaches = breachesOf(rule);
  return (
    own[rule] ??
    (breaches.length > 0 ? byBreach(breaches) : onAnswer((target) => [withStatus(target, UNDOCUMENTED_STATUS)]))
  );
}

export const mutants: readonly Mutant[] = RULE_IDS.filter(
  (rule) => ruleEntry(rule).binds === 'service' && rulesWithoutMutant[rule] === undefined,
).map((rule) => ({ rule, corrupt: corruptFor(rule) }));
