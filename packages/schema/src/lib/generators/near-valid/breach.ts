import type fc from 'fast-check';

import type { RuleId } from '../../rules/catalogue.ts';

/** Which schema a broken body belongs to, by the schema's name. */
export type BodyKind =
  | 'submitFormDelivery'
  | 'lifecycleDelivery'
  | 'resultResponse'
  | 'createResponse'
  | 'infoResponse'
  | 'unauthorizedError'
  | 'forbiddenError'
  | 'notFoundError'
  | 'noCreditError'
  | 'createValidationError'
  | 'submitValidationError'
  | 'resendNotFoundError';

/** How a rule is broken: valid bodies, and the ways to break the rule in one of them and leave the rest as it is. */
export interface Breach {
  readonly kind: BodyKind;
  readonly from: fc.Arbitrary<unknown>;
  readonly variants: (body: unknown) => readonly [unknown, ...unknown[]];
  /** Rules whose statements cover what is broken here as well. */
  readonly also?: readonly RuleId[];
}

/** Breaches of rules, whose ids stay known to the compiler. */
export function defineBreaches<Id extends RuleId>(breaches: Record<Id, Breach>): Readonly<Record<Id, Breach>> {
  return breaches;
}
