import * as z from 'zod';

import { attemptStatus, documentType } from '../ekyc/attempts.ts';
import { faceCompareStatus } from '../ekyc/face-compare.ts';
import { openEnum, openObject } from './open.ts';

const attempt = {
  id: z.number().optional(),
  attempt: z.number().optional(),
  status: openEnum(attemptStatus).optional(),
  message: z.string().optional(),
  created_at: z.string().optional(),
};

/** Similarity of selfie and portrait. @see Specification, "`extra.ekyc`" */
export const faceCompare = openObject({ score: z.number().optional(), status: openEnum(faceCompareStatus).optional() });

/** A frame of a liveness try. @see Specification, "`extra.ekyc`" */
export const livenessImage = openObject({ url: z.string().optional(), action: z.string().optional() });

/** One try of the liveness check. @see Specification, "`extra.ekyc`" */
export const livenessAttempt = openObject({ ...attempt, images: z.array(livenessImage).optional() });

/** One scan of the document. @see Specification, "`extra.ekyc`" */
export const documentAttempt = openObject({
  ...attempt,
  type: openEnum(documentType).optional(),
  url: z.string().optional(),
});

/** Best frame and every try of the liveness check. @see Specification, "`extra.ekyc`" */
export const liveness = openObject({ url: z.string().optional(), attempts: z.array(livenessAttempt).optional() });

/** The accepted document, its portrait, and every scan. @see Specification, "`extra.ekyc`" */
export const identityDocument = openObject({
  type: openEnum(documentType).optional(),
  url: z.string().optional(),
  face_image_url: z.string().optional(),
  attempts: z.array(documentAttempt).optional(),
});

/** Camera checks of a submission. @see Specification, "`extra.ekyc`" */
export const ekyc = openObject({
  face_compare: faceCompare.optional(),
  liveness: liveness.optional(),
  identity_document: identityDocument.optional(),
});
