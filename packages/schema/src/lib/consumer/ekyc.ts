import * as z from 'zod';

import { attemptStatus, documentType } from '../ekyc/attempts.ts';
import { faceCompareStatus } from '../ekyc/face-compare.ts';

const attempt = {
  id: z.number().optional(),
  attempt: z.number().optional(),
  status: attemptStatus.optional(),
  message: z.string().optional(),
  created_at: z.string().optional(),
};

/** Similarity of selfie and portrait. @see Specification, "`extra.ekyc`" */
export const faceCompare = z.looseObject({ score: z.number().optional(), status: faceCompareStatus.optional() });

/** A frame of a liveness try. @see Specification, "`extra.ekyc`" */
export const livenessImage = z.looseObject({ url: z.string().optional(), action: z.string().optional() });

/** One try of the liveness check. @see Specification, "`extra.ekyc`" */
export const livenessAttempt = z.looseObject({ ...attempt, images: z.array(livenessImage).optional() });

/** One scan of the document. @see Specification, "`extra.ekyc`" */
export const documentAttempt = z.looseObject({
  ...attempt,
  type: documentType.optional(),
  url: z.string().optional(),
});

/** Best frame and every try of the liveness check. @see Specification, "`extra.ekyc`" */
export const liveness = z.looseObject({ url: z.string().optional(), attempts: z.array(livenessAttempt).optional() });

/** The accepted document, its portrait, and every scan. @see Specification, "`extra.ekyc`" */
export const identityDocument = z.looseObject({
  type: documentType.optional(),
  url: z.string().optional(),
  face_image_url: z.string().optional(),
  attempts: z.array(documentAttempt).optional(),
});

/** Camera checks of a submission. @see Specification, "`extra.ekyc`" */
export const ekyc = z.looseObject({
  face_compare: faceCompare.optional(),
  liveness: liveness.optional(),
  identity_document: identityDocument.optional(),
});

export type FaceCompare = z.infer<typeof faceCompare>;
export type LivenessImage = z.infer<typeof livenessImage>;
export type LivenessAttempt = z.infer<typeof livenessAttempt>;
export type DocumentAttempt = z.infer<typeof documentAttempt>;
export type Liveness = z.infer<typeof liveness>;
export type IdentityDocument = z.infer<typeof identityDocument>;
export type Ekyc = z.infer<typeof ekyc>;
