import { createBodies, credit } from './create.ts';
import { deliveryPlans } from './delivery-plans.ts';
import { deletion, expiredFixture } from './lifecycle.ts';
import { plannedCalls } from './planned-calls.ts';
import { neverSubmittedResend, resendAfterLifecycle, resendSubmitted } from './resend.ts';
import { expiredImages, signedImages } from './signed-images.ts';
import type { Scenario } from './stage.ts';
import { submissions } from './submissions.ts';
import { cameraSubmit, plainFlow } from './submit.ts';

/** All scenarios; those that run alone do so in this order. */
export const allScenarios: readonly Scenario[] = [
  createBodies,
  cameraSubmit,
  neverSubmittedResend,
  submissions,
  plainFlow,
  resendSubmitted,
  expiredFixture,
  deletion,
  credit,
  deliveryPlans,
  signedImages,
  plannedCalls,
  expiredImages,
  resendAfterLifecycle,
];
