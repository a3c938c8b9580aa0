import * as z from 'zod';

import { passes } from '../check/check.ts';
import { keywordsOf } from '../check/stated.ts';
import { documentAttempt, documentType, livenessAttempt } from './attempts.ts';
import { attemptsAreNumbered, attemptsAreOrdered, comparisonNeedsBothChecks } from './checks.ts';
import { faceCompare } from './face-compare.ts';
import { signedImageUrl } from './signed-image-url.ts';

const inOrder = passes(attemptsAreNumbered, attemptsAreOrdered);

/** Best frame and every try of the liveness check. @see Specification, "`extra.ekyc`" */
export const liveness = z
  .strictObject({
    url: signedImageUrl.optional(),
    attempts: z.array(livenessAttempt).superRefine(inOrder).optional(),
  })
  .meta({ id: 'Liveness' });

/** The accepted document, its portrait, and every scan. @see Specification, "`extra.ekyc`" */
export const identityDocument = z
  .strictObject({
    type: documentType.optional().meta({ description: 'The document accepted; another than asked for is possible' }),
    url: signedImageUrl.optional(),
    face_image_url: signedImageUrl.optional(),
    attempts: z.array(documentAttempt).superRefine(inOrder).optional(),
  })
  .meta({ id: 'IdentityDocument' });

/**
 * Camera checks of a submission. Every part is omitted where it does not apply; a face comparison implies that both checks
 * have succeeded.
 *
 * @see Specification, "`extra.ekyc`"
 */
export const ekyc = z
  .strictObject({
    face_compare: faceCompare.optional(),
    liveness: liveness.optional(),
    identity_document: identityDocument.optional(),
  })
  .superRefine(passes(comparisonNeedsBothChecks))
  .meta({ id: 'Ekyc', ...keywordsOf(comparisonNeedsBothChecks) });

export type Liveness = z.infer<typeof liveness>;
export type IdentityDocument = z.infer<typeof identityDocument>;
export type Ekyc = z.infer<typeof ekyc>;
