/** Results of a face comparison. @see Specification, "`extra.ekyc`" */
export const FACE_COMPARE_STATUSES = ['match', 'need_review', 'not_match'] as const;

export type FaceCompareStatus = (typeof FACE_COMPARE_STATUSES)[number];

/**
 * Tells which statuses a face-comparison score may come with. Between the bands (60 to 61, 69 to 70) the specification is
 * silent: either neighbour is right there.
 *
 * @param score Similarity, 0 to 100.
 * @returns One status, or two between the bands.
 * @throws {RangeError} if `score` is not a number from 0 to 100.
 * @see Specification, "Limits"
 *
 * @example
 * faceCompareStatusesOf(84.2) // ['match']
 * faceCompareStatusesOf(60.5) // ['not_match', 'need_review']
 */
export function faceCompareStatusesOf(score: number): readonly FaceCompareStatus[] {
  if (!(score >= 0 && score <= 100)) throw new RangeError('A face-comparison score is a number from 0 to 100');
  if (score >= 70) return ['match'];
  if (score > 69) return ['need_review', 'match'];
  if (score >= 61) return ['need_review'];
  return score > 60 ? ['not_match', 'need_review'] : ['not_match'];
}
