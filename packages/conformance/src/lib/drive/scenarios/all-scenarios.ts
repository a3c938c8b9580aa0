import { cameraSubmit } from './camera-submit.ts';
import { createBodies } from './create-bodies.ts';
import { createRefusals } from './create-refusals.ts';
import { credentialMatrix } from './credential-matrix.ts';
import { credit } from './credit.ts';
import { deletion } from './deletion.ts';
import { deliveryPlans } from './delivery-plans.ts';
import { expiry } from './expiry.ts';
import { platformLocales } from './locales.ts';
import { methods } from './methods.ts';
import { neverSubmittedResend } from './never-submitted-resend.ts';
import { openApplication } from './open-application.ts';
import { plainFlow } from './plain-flow.ts';
import { resendSubmitted } from './resend-submitted.ts';
import { expiredImages, signedImages } from './signed-images.ts';
import type { Scenario } from './stage.ts';
import { statusChange } from './status-change.ts';
import { submissions } from './submissions.ts';
import { unknownLocales } from './unknown-locales.ts';

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
  statusChange,
  expiry,
  deletion,
  signedImages,
  credit,
  deliveryPlans,
  expiredImages,
];
