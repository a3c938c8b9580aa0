/** Results of a face comparison. @see Specification, "`extra.ekyc`" */
export const FACE_COMPARE_STATUSES = ['match', 'need_review', 'not_match'] as const;

export type FaceCompareStatus = (typeof FACE_COMPARE_STATUSES)[number];

/**
 * Scores that a status may come with, in keywords of JSON Schema. Between 60 and 61, and between 69 and 70, the specification is
 * silent: either neighbour is right there.
 *
 * @see Specification, "Limits"
 */
export const BANDS = {
  match: { type: 'number', exclusiveMinimum: 69 },
  need_review: { type: 'number', exclusiveMinimum: 60, exclusiveMaximum: 70 },
  not_match: { type: 'number', exclusiveMaximum: 61 },
} as const satisfies Record<FaceCompareStatus, object>;

/**
 * Returns the statuses that a face-comparison score may come with. Between the bands (60 to 61, 69 to 70) the specification is
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
  return FACE_COMPARE_STATUSES.toReversed().filter((status) => {
    const { exclusiveMinimum = -1, exclusiveMaximum = 101 }: { exclusiveMinimum?: number; exclusiveMaximum?: number } =
      BANDS[status];
    return score > exclusiveMinimum && score < exclusiveMaximum;
  });
}
