import * as z from 'zod';

import { passes } from '../check/check.ts';
import { keywordsOf } from '../check/stated.ts';
import { statusFollowsScore } from './checks.ts';
import { FACE_COMPARE_STATUSES } from './face-compare-status.ts';

/** Result of the face comparison. @see Specification, "`extra.ekyc`" */
export const faceCompareStatus = z.enum(FACE_COMPARE_STATUSES).meta({
  id: 'FaceCompareStatus',
  description: 'Band of the score: `match` from 70, `need_review` from 61 to 69, `not_match` up to 60',
});

/**
 * Similarity of the liveness selfie and the portrait of the document. Present only when document scan and liveness both
 * succeeded; the status follows from the score.
 *
 * @see Specification, "`extra.ekyc`"
 */
export const faceCompare = z
  .strictObject({
    score: z
      .number()
      .min(0)
      .max(100)
      .meta({ description: 'Similarity of liveness selfie and document portrait, 0 to 100' }),
    status: faceCompareStatus,
  })
  .superRefine(passes(statusFollowsScore))
  .meta({
    id: 'FaceCompare',
    description: 'Face comparison; there only if document scan and liveness succeeded',
    ...keywordsOf(statusFollowsScore),
  });

export type FaceCompare = z.infer<typeof faceCompare>;
