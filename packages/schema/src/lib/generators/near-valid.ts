import { readAt } from '@idvkit/json';
import fc from 'fast-check';

import { bodyBreaches } from '../breaches/all-breaches.ts';
import { breached, type Breach, type BreachKind } from '../breaches/breach.ts';
import { ruleEntry, type RuleId } from '../rules/catalogue.ts';
import { arbitraries } from './arbitraries.ts';
import { lifecycleDeliveries, submitFormDeliveries } from './deliveries.ts';

/** Id of a rule that {@link nearValid} can break. */
export type BreakableRuleId = keyof typeof bodyBreaches;

/** Ids of the rules that {@link nearValid} can break: those that a single body is enough to break. */
// `Object.keys` forgets which keys an object has.
export const BREAKABLE_RULE_IDS = Object.keys(bodyBreaches) as readonly BreakableRuleId[];

/** A body that breaks one rule and is valid otherwise. */
export interface NearValid {
  readonly rule: BreakableRuleId;
  /** Rules about the same body that inevitably break too. */
  readonly also: readonly RuleId[];
  /** Name of the schema of such bodies. */
  readonly kind: Exclude<BreachKind, 'payload'>;
  readonly body: unknown;
}

/**
 * Generates bodies that break one rule and no other, but for those in `also`. A check of the rule must fail on them, and
 * every other check must pass.
 *
 * @example
 * fc.assert(
 *   fc.property(nearValid('answers.nid.check-digit'), ({ body }) => {
 *     expect(submitFormDelivery.safeParse(body).success).toBe(false)
 *   }),
 * )
 */
export function nearValid(rule: BreakableRuleId): fc.Arbitrary<NearValid> {
  const breaches: readonly Breach[] = bodyBreaches[rule];
  const bodies = breaches.map((breach) => {
    const { kind = 'payload', alsoBreaks = [] } = breach;
    const also = alsoBreaks.filter((id) => ruleEntry(id).seenBy === 'body');
    return bodiesOf(kind)
      .map((valid) => ({ valid, body: breached(valid, breach) }))
      .filter(({ valid, body }) => JSON.stringify(body) !== JSON.stringify(valid))
      .map(({ valid, body }) => ({ rule, also, kind: kind === 'payload' ? payloadKindOf(valid) : kind, body }));
  });
  return fc.oneof(...bodies);
}

/** Deliveries are dense, so that most breaches find what they change. */
function bodiesOf(kind: BreachKind): fc.Arbitrary<unknown> {
  const dense = submitFormDeliveries({ sparse: false });
  if (kind === 'payload') return fc.oneof(dense, lifecycleDeliveries());
  return kind === 'submitFormDelivery' ? dense : arbitraries[kind]();
}

function payloadKindOf(body: unknown): NearValid['kind'] {
  return readAt(body, 'event.type') === 'submit_form' ? 'submitFormDelivery' : 'lifecycleDelivery';
}
