import fc from 'fast-check';

import type { RuleId } from '../../rules/catalogue.ts';
import { answersBreaches } from './answers.ts';
import { applicationBreaches } from './application.ts';
import type { BodyKind, Breach } from './breach.ts';
import { conventionsBreaches } from './conventions.ts';
import { ekycBreaches } from './ekyc.ts';
import { endpointBreaches } from './endpoints.ts';
import { errorsBreaches } from './errors.ts';
import { eventBreaches } from './event.ts';
import { identityAmlBreaches } from './identity-aml.ts';
import { signedImageBreaches } from './signed-image.ts';

const breaches = {
  ...applicationBreaches,
  ...answersBreaches,
  ...ekycBreaches,
  ...signedImageBreaches,
  ...identityAmlBreaches,
  ...conventionsBreaches,
  ...eventBreaches,
  ...endpointBreaches,
  ...errorsBreaches,
} as const satisfies Partial<Record<RuleId, Breach>>;

/** Id of a rule that {@link nearValid} can break. */
export type BreakableRuleId = keyof typeof breaches;

/** Ids of the rules that {@link nearValid} can break: those that a single body is enough to break. */
// `Object.keys` forgets which keys an object has.
export const BREAKABLE_RULE_IDS = Object.keys(breaches) as readonly BreakableRuleId[];

/** A body that breaks one rule and is in order otherwise. */
export interface NearValid {
  readonly rule: BreakableRuleId;
  /** Rules that say of the broken field what `rule` says of it. */
  readonly also: readonly RuleId[];
  /** Name of the schema of such bodies. */
  readonly kind: BodyKind;
  readonly body: unknown;
}

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
  const { kind, from, variants, also = [] }: Breach = breaches[rule];
  return from.chain((valid) => fc.constantFrom(...variants(valid)).map((body) => ({ rule, also, kind, body })));
}
