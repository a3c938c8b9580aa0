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
    url: signedImageUrl
      .optional()
      .meta({ description: 'Best frame of all attempts; a signed URL that expires after 15 minutes' }),
    attempts: z
      .array(livenessAttempt)
      .superRefine(inOrder)
      .optional()
      .meta({ description: 'All attempts in order; several if the applicant tried again' }),
  })
  .meta({ id: 'Liveness', description: 'Liveness check' });

/** The accepted document, its portrait, and every scan. @see Specification, "`extra.ekyc`" */
export const identityDocument = z
  .strictObject({
    type: documentType.optional().meta({ description: 'The document accepted; another than asked for is possible' }),
    url: signedImageUrl
      .optional()
      .meta({ description: 'Scan of the accepted document; a signed URL that expires after 15 minutes' }),
    face_image_url: signedImageUrl
      .optional()
      .meta({ description: 'Portrait cropped from the document; a signed URL that expires after 15 minutes' }),
    attempts: z
      .array(documentAttempt)
      .superRefine(inOrder)
      .optional()
      .meta({ description: 'All attempts in order; several if the applicant tried again' }),
  })
  .meta({ id: 'IdentityDocument', description: 'Document scan' });

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
  .meta({
    id: 'Ekyc',
    description: 'Camera checks: document scan, liveness and face comparison',
    ...keywordsOf(comparisonNeedsBothChecks),
  });

export type Liveness = z.infer<typeof liveness>;
export type IdentityDocument = z.infer<typeof identityDocument>;
export type Ekyc = z.infer<typeof ekyc>;
