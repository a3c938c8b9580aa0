import * as z from 'zod';

import { passes } from '../check/check.ts';
import { keywordsOf } from '../check/stated.ts';
import { statusFollowsScore } from './checks.ts';
import { FACE_COMPARE_STATUSES } from './face-compare-status.ts';

/** Result of the face comparison. @see Specification, "`extra.ekyc`" */
export const faceCompareStatus = z.enum(FACE_COMPARE_STATUSES).meta({ id: 'FaceCompareStatus' });

/**
 * Similarity of the liveness selfie and the portrait of the document. Present only when document scan and liveness both
 * succeeded; the status follows from the score.
 *
 * @see Specification, "`extra.ekyc`"
 */
export const faceCompare = z
  .strictObject({ score: z.number().min(0).max(100), status: faceCompareStatus })
  .superRefine(passes(statusFollowsScore))
  .meta({ id: 'FaceCompare', ...keywordsOf(statusFollowsScore) });

export type FaceCompare = z.infer<typeof faceCompare>;
