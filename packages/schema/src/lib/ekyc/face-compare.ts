import { z } from 'zod';

/** What the face comparison came to. @see Specification, "`extra.ekyc`" */
export const faceCompareStatus = z.enum(['match', 'need_review', 'not_match']).meta({ id: 'FaceCompareStatus' });

/**
 * Similarity of the liveness selfie and the portrait of the document. Present only when document scan and liveness both
 * succeeded. That status follows score is a rule of its own (`face-compare.status.follows-score`).
 *
 * @see Specification, "`extra.ekyc`"
 */
export const faceCompare = z
  .strictObject({ score: z.number().min(0).max(100), status: faceCompareStatus })
  .meta({ id: 'FaceCompare' });

export type FaceCompareStatus = z.infer<typeof faceCompareStatus>;
export type FaceCompare = z.infer<typeof faceCompare>;
