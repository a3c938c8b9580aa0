import type { RuleId } from '../rules/catalogue.ts';
import { answersBreaches } from './answers.ts';
import { applicationBreaches } from './application.ts';
import type { Breach } from './breach.ts';
import { comparedBreaches } from './compared.ts';
import { conventionsBreaches } from './conventions.ts';
import { ekycBreaches } from './ekyc.ts';
import { endpointBreaches } from './endpoints.ts';
import { errorsBreaches } from './errors.ts';
import { eventBreaches } from './event.ts';
import { identityAmlBreaches } from './identity-aml.ts';
import { signedImageBreaches } from './signed-image.ts';

/** Breaches of every rule that a single body is enough to break. */
export const bodyBreaches = {
  ...applicationBreaches,
  ...answersBreaches,
  ...ekycBreaches,
  ...signedImageBreaches,
  ...identityAmlBreaches,
  ...conventionsBreaches,
  ...eventBreaches,
  ...endpointBreaches,
  ...errorsBreaches,
};

const byRule: Readonly<Partial<Record<RuleId, readonly Breach[]>>> = bodyBreaches;
const compared: Readonly<Partial<Record<RuleId, readonly Breach[]>>> = comparedBreaches;

/** Returns the ways to break a rule by a change of one body, the plainest first; none for rules about something else. */
export function breachesOf(rule: RuleId): readonly Breach[] {
  return [...(byRule[rule] ?? []), ...(compared[rule] ?? [])];
}
