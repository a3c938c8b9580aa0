import { credentialMatrix, methods } from './authentication.ts';
import { combinations } from './combinations.ts';
import { createBodies, createRefusals, credit } from './create.ts';
import { deliveryPlans } from './delivery-plans.ts';
import { deletion, expiredFixture } from './lifecycle.ts';
import { platformLocales, unknownLocales } from './locales.ts';
import { openApplication } from './open-application.ts';
import { neverSubmittedResend, resendAfterLifecycle, resendSubmitted } from './resend.ts';
import { expiredImages, signedImages } from './signed-images.ts';
import type { Scenario } from './stage.ts';
import { submissions } from './submissions.ts';
import { cameraSubmit, plainFlow } from './submit.ts';

/** All scenarios; those that run alone do so in this order. */
export const allScenarios: readonly Scenario[] = [
  createBodies,
  createRefusals,
  openApplication,
  cameraSubmit,
  neverSubmittedResend,
  platformLocales,
  unknownLocales,
  credentialMatrix,
  methods,
  submissions,
  plainFlow,
  resendSubmitted,
  expiredFixture,
  deletion,
  credit,
  deliveryPlans,
  signedImages,
  expiredImages,
  resendAfterLifecycle,
  combinations,
];
