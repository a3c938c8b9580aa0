import { z } from 'zod';

import { faceCompareStatus, faceCompareStatusesOf } from './face-compare-status.ts';

/**
 * Similarity of the liveness selfie and the portrait of the document. Present only when document scan and liveness both
 * succeeded; the status follows from the score.
 *
 * @see Specification, "`extra.ekyc`"
 */
export const faceCompare = z
  .strictObject({ score: z.number().min(0).max(100), status: faceCompareStatus })
  .refine(({ score, status }) => !(score >= 0 && score <= 100) || faceCompareStatusesOf(score).includes(status), {
    path: ['status'],
    message: 'must follow from score',
  })
  .meta({ id: 'FaceCompare' });

export type FaceCompare = z.infer<typeof faceCompare>;
