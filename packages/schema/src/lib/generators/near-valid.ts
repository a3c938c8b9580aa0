import { readAt } from '@idvkit/json';
import fc from 'fast-check';

import { bodyBreaches } from '../breaches/all-breaches.ts';
import { breached, type Breach, type BreachKind } from '../breaches/breach.ts';
import { ruleEntry, type RuleId } from '../rules/catalogue.ts';
import { lifecycleDeliveries, submitFormDeliveries, submittedResults } from './deliveries.ts';
import { errorArbitraries } from './errors.ts';
import { createResponses, infoResponses } from './responses.ts';

/** Id of a rule that {@link nearValid} can break. */
export type BreakableRuleId = keyof typeof bodyBreaches;

/** Ids of the rules that {@link nearValid} can break: those that a single body is enough to break. */
// `Object.keys` forgets which keys an object has.
export const BREAKABLE_RULE_IDS = Object.keys(bodyBreaches) as readonly BreakableRuleId[];

/** A body that breaks one rule and is in order otherwise. */
export interface NearValid {
  readonly rule: BreakableRuleId;
  /** Rules that say of the broken field what `rule` says of it. */
  readonly also: readonly RuleId[];
  /** Name of the schema of such bodies. */
  readonly kind: Exclude<BreachKind, 'payload'>;
  readonly body: unknown;
}

/** Every second submission holds all that there can be. */
const submissions = fc.oneof(
  submitFormDeliveries({ outcome: 'pass', document: 'front_card', aml: 'found', sparse: false }),
  submitFormDeliveries({ sparse: false }),
);

const BODIES: Readonly<Record<BreachKind, fc.Arbitrary<unknown>>> = {
  payload: fc.oneof({ weight: 3, arbitrary: submissions }, { weight: 1, arbitrary: lifecycleDeliveries() }),
  submitFormDelivery: submissions,
  lifecycleDelivery: lifecycleDeliveries(),
  resultResponse: submittedResults({ sparse: false }),
  createResponse: createResponses(),
  infoResponse: infoResponses(),
  unauthorizedError: errorArbitraries.unauthorizedError(),
  forbiddenError: errorArbitraries.forbiddenError(),
  notFoundError: errorArbitraries.notFoundError(),
  noCreditError: errorArbitraries.noCreditError(),
  createValidationError: errorArbitraries.createValidationError(),
  submitValidationError: errorArbitraries.submitValidationError(),
  resendNotFoundError: errorArbitraries.resendNotFoundError(),
};

/**
 * Bodies that break the named rule and, where no other rule says the same, no other one: a check of that rule must find
 * them, and whatever else judges them must not.
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
  const arbitraries = breaches.map((breach) => {
    const { kind = 'payload', alsoBreaks = [] } = breach;
    const also = alsoBreaks.filter((id) => ruleEntry(id).seenBy === 'body');
    return BODIES[kind]
      .map((valid) => ({ valid, body: breached(valid, breach) }))
      .filter(({ valid, body }) => JSON.stringify(body) !== JSON.stringify(valid))
      .map(({ valid, body }) => ({ rule, also, kind: kind === 'payload' ? payloadKindOf(valid) : kind, body }));
  });
  return fc.oneof(...arbitraries);
}

function payloadKindOf(body: unknown): NearValid['kind'] {
  return readAt(body, 'event.type') === 'submit_form' ? 'submitFormDelivery' : 'lifecycleDelivery';
}
