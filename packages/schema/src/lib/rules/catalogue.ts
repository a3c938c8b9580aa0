import { answersRules } from './answers.ts';
import { applicationRules } from './application.ts';
import { authenticationRules } from './authentication.ts';
import { clientRules } from './client.ts';
import { conventionsRules } from './conventions.ts';
import { createRules } from './create.ts';
import { deliveryRules } from './delivery.ts';
import { ekycRules } from './ekyc.ts';
import { errorsRules } from './errors.ts';
import { eventRules } from './event.ts';
import { identityAmlRules } from './identity-aml.ts';
import { infoRules } from './info.ts';
import { localeRules } from './locale.ts';
import { receiverRules } from './receiver.ts';
import { resendRules } from './resend.ts';
import { resultRules } from './result.ts';
import type { BodyCheck, RuleEntry } from './rule-entry.ts';
import { signedImageRules } from './signed-image.ts';
import { submitRules } from './submit.ts';

/**
 * Every checkable statement of the specification, by id. The ids are the contract between the packages, the reports and
 * the documentation.
 */
export const catalogue = {
  ...applicationRules,
  ...answersRules,
  ...ekycRules,
  ...signedImageRules,
  ...identityAmlRules,
  ...conventionsRules,
  ...createRules,
  ...resultRules,
  ...infoRules,
  ...submitRules,
  ...resendRules,
  ...localeRules,
  ...authenticationRules,
  ...errorsRules,
  ...eventRules,
  ...deliveryRules,
  ...receiverRules,
  ...clientRules,
};

/** Id of a rule; one that the catalogue does not hold does not compile. */
export type RuleId = keyof typeof catalogue;

/** Ids of all rules, in the catalogue's order. */
// `Object.keys` forgets which keys an object has.
export const RULE_IDS = Object.keys(catalogue) as readonly RuleId[];

/** Returns true if `text` is the id of a rule. */
export function isRuleId(text: string): text is RuleId {
  return Object.hasOwn(catalogue, text);
}

/** The catalogue's entry of a rule. */
export function ruleEntry(id: RuleId): RuleEntry {
  return catalogue[id];
}

/**
 * The check of a rule that one body is enough to break.
 *
 * @throws {TypeError} if the rule has no such check.
 */
export function bodyCheck(id: RuleId): BodyCheck {
  const { body } = catalogue[id];
  if (body === undefined) throw new TypeError(`The rule ${id} is not about one body`);
  return body;
}

/**
 * Rules about how parts of a body agree, which the zod schemas check and JSON Schema has no words for. Whatever validates
 * with the published JSON Schemas or the OpenAPI document alone does not see these broken.
 */
export const RULES_BEYOND_JSON_SCHEMA: readonly RuleId[] = RULE_IDS.filter((id) => ruleEntry(id).beyondJsonSchema);
