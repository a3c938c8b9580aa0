import { RULE_IDS } from '@idvkit/schema/rules';

import type { Rule } from '../rule/rule.ts';
import { inputParametersReturned, undeclaredDiscarded } from './answers.ts';
import { applicationRules } from './application.ts';
import { authenticationRules } from './authentication.ts';
import { bodyRules } from './body-rules.ts';
import { bodiesAreJson } from './conventions.ts';
import { createRules } from './create.ts';
import { deliveryRules } from './delivery.ts';
import { errorContentType } from './errors.ts';
import { eventRules } from './event.ts';
import { infoRules } from './info.ts';
import { localeRules } from './locale.ts';
import { resendRules } from './resend.ts';
import { resultRules } from './result.ts';
import { signedImageRules } from './signed-image.ts';
import { submitRules } from './submit.ts';

/** The last judge of a rule wins: some rules need more than one body. */
const judged = new Map(
  [
    ...bodyRules,
    ...applicationRules,
    inputParametersReturned,
    undeclaredDiscarded,
    ...signedImageRules,
    bodiesAreJson,
    ...createRules,
    ...resultRules,
    ...infoRules,
    ...submitRules,
    ...resendRules,
    ...localeRules,
    ...authenticationRules,
    errorContentType,
    ...eventRules,
    ...deliveryRules,
  ].map((rule) => [rule.id, rule]),
);

/** Every rule that binds the service, in the catalogue's order. */
export const serviceRules: readonly Rule[] = RULE_IDS.flatMap((id) => judged.get(id) ?? []);
