import { RULE_IDS } from '@idvkit/schema/rules';

import { answersFaults } from './answers.ts';
import { applicationFaults } from './application.ts';
import { authenticationFaults } from './authentication.ts';
import { bodyFaults } from './body-faults.ts';
import { createFaults } from './create.ts';
import { deliveryFaults } from './delivery.ts';
import { errorFaults } from './errors.ts';
import { eventFaults } from './event.ts';
import { createFault, type Fault, type FaultTable } from './fault.ts';
import { infoFaults } from './info.ts';
import { localeFaults } from './locale.ts';
import { resendFaults } from './resend.ts';
import { resultFaults } from './result.ts';
import { signedImageFaults } from './signed-image.ts';
import { submitFaults } from './submit.ts';

/** Faults that take more than a change of a body. No rule is in two of these tables. */
const serviceFaults: FaultTable = {
  ...applicationFaults,
  ...answersFaults,
  ...signedImageFaults,
  ...createFaults,
  ...resultFaults,
  ...infoFaults,
  ...submitFaults,
  ...resendFaults,
  ...localeFaults,
  ...authenticationFaults,
  ...errorFaults,
  ...eventFaults,
  ...deliveryFaults,
};

/** Every fault, in the order of the rule catalogue. */
export const allFaults: readonly Fault[] = RULE_IDS.flatMap((rule) =>
  [...bodyFaults(rule), serviceFaults[rule] ?? []].flat().map((entry) => createFault(rule, entry)),
);

const byId = new Map(allFaults.map((fault) => [fault.id, fault]));

/** Returns the fault of an id. */
export function faultOf(id: string): Fault | undefined {
  return byId.get(id);
}
