import { z } from 'zod';

import { areNumbered, areOrdered } from './attempt-order.ts';
import { documentAttempt, documentType, livenessAttempt } from './attempts.ts';
import { faceCompare } from './face-compare.ts';
import { haveSucceeded } from './have-succeeded.ts';
import { signedImageUrl } from './signed-image-url.ts';

const NUMBERED = 'must be numbered 1, 2, 3 … in the order of the array';
const ORDERED = 'must be in the order in which the tries were made';

/** Best frame and every try of the liveness check. @see Specification, "`extra.ekyc`" */
export const liveness = z
  .strictObject({
    url: signedImageUrl.optional(),
    attempts: z.array(livenessAttempt).refine(areNumbered, NUMBERED).refine(areOrdered, ORDERED).optional(),
  })
  .meta({ id: 'Liveness' });

/** The accepted document, its portrait, and every scan. @see Specification, "`extra.ekyc`" */
export const identityDocument = z
  .strictObject({
    type: documentType.optional().meta({ description: 'The document accepted; another than asked for is possible' }),
    url: signedImageUrl.optional(),
    face_image_url: signedImageUrl.optional(),
    attempts: z.array(documentAttempt).refine(areNumbered, NUMBERED).refine(areOrdered, ORDERED).optional(),
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
  .refine((checks) => checks.face_compare === undefined || haveSucceeded(checks), {
    path: ['face_compare'],
    message: 'must come with a successful try of both checks',
  })
  .meta({ id: 'Ekyc' });

export type Liveness = z.infer<typeof liveness>;
export type IdentityDocument = z.infer<typeof identityDocument>;
export type Ekyc = z.infer<typeof ekyc>;
