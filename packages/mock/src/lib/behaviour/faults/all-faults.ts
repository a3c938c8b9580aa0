import { answersFaults } from './answers.ts';
import { applicationFaults } from './application.ts';
import { authenticationFaults } from './authentication.ts';
import { conventionFaults } from './conventions.ts';
import { createFaults } from './create.ts';
import { deliveryFaults } from './delivery.ts';
import { ekycFaults } from './ekyc.ts';
import { errorFaults } from './errors.ts';
import { eventFaults } from './event.ts';
import type { Fault } from './fault.ts';
import { identityAmlFaults } from './identity-aml.ts';
import { infoFaults } from './info.ts';
import { localeFaults } from './locale.ts';
import { narrowCallFaults } from './narrow-calls.ts';
import { narrowDeliveryFaults } from './narrow-deliveries.ts';
import { narrowEffectFaults } from './narrow-effects.ts';
import { narrowPayloadFaults } from './narrow-payload.ts';
import { resendFaults } from './resend.ts';
import { resultFaults } from './result.ts';
import { signedImageFaults } from './signed-image.ts';
import { submitFaults } from './submit.ts';

/** Every fault: in the order of the rule catalogue's sections, and then those that show on little. */
export const allFaults: readonly Fault[] = [
  ...applicationFaults,
  ...answersFaults,
  ...ekycFaults,
  ...signedImageFaults,
  ...identityAmlFaults,
  ...conventionFaults,
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
  ...narrowPayloadFaults,
  ...narrowCallFaults,
  ...narrowDeliveryFaults,
  ...narrowEffectFaults,
];

const byId = new Map(allFaults.map((fault) => [fault.id, fault]));

/** The fault of an id, where there is one. */
export function faultOf(id: string): Fault | undefined {
  return byId.get(id);
}
