import type { Rule } from '../rule/rule.ts';
import { answersRules } from './answers.ts';
import { applicationRules } from './application.ts';
import { authenticationRules } from './authentication.ts';
import { conventionsRules } from './conventions.ts';
import { createRules } from './create.ts';
import { deliveryRules } from './delivery.ts';
import { ekycRules } from './ekyc.ts';
import { errorsRules } from './errors.ts';
import { eventRules } from './event.ts';
import { identityAmlRules } from './identity-aml.ts';
import { infoRules } from './info.ts';
import { localeRules } from './locale.ts';
import { resendRules } from './resend.ts';
import { resultRules } from './result.ts';
import { signedImageRules } from './signed-image.ts';
import { submitRules } from './submit.ts';

/** Every rule that binds the service, in the catalogue's order of sections. */
export const serviceRules: readonly Rule[] = [
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
];
