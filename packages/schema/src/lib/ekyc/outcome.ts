import type { EkycOutcome } from '../application/application.ts';
import { faceCompareStatusesOf, type FaceCompareStatus } from './face-compare-status.ts';

/** `other_status.ekyc` of a submission whose face comparison came to the status. @see Specification, "`other_status`" */
export const EKYC_OUTCOMES = {
  match: 'pass',
  need_review: 'need_review',
  not_match: 'fail',
} as const satisfies Record<FaceCompareStatus, EkycOutcome>;

/** How far a check of a submission came. */
export type CheckProgress = 'success' | 'fail' | 'pending';

/**
 * Returns the values that `other_status.ekyc` may have, from the two checks and the score.
 *
 * @param checks `score` is there once both checks succeeded and the faces were compared.
 * @returns One outcome, or two where the specification leaves it open: between the bands of the score, and where one check
 *   failed while the other is still pending.
 * @throws {RangeError} if `score` is not a number from 0 to 100.
 * @see Specification, "`other_status`"
 *
 * @example
 * ekycOutcomesOf({ documentScan: 'success', liveness: 'success', score: 70 }) // ['pass']
 * ekycOutcomesOf({ documentScan: 'fail', liveness: 'success' }) // ['fail']
 */
export function ekycOutcomesOf({
  documentScan,
  liveness,
  score,
}: {
  readonly documentScan: CheckProgress;
  readonly liveness: CheckProgress;
  readonly score?: number | undefined;
}): readonly EkycOutcome[] {
  const checks = [documentScan, liveness];
  if (checks.includes('fail')) return checks.includes('pending') ? ['fail', 'pending'] : ['fail'];
  if (checks.includes('pending') || score === undefined) return ['pending'];
  return faceCompareStatusesOf(score).map((status) => EKYC_OUTCOMES[status]);
}

/**
 * Reads the outcome of the checks from an application, once it means anything: before the application is `complete`,
 * `other_status.ekyc` can read `pass` with nothing captured. Letter case is not heeded.
 *
 * @returns `undefined` before completion, and where the outcome is missing or none that is known.
 * @see Specification, "`other_status`"
 *
 * @example
 * settledEkycOutcome({ status: 'incomplete', other_status: { ekyc: 'pass' } }) // undefined
 */
export function settledEkycOutcome(application: {
  readonly status?: string | undefined;
  readonly other_status?: { readonly ekyc?: string | undefined } | undefined;
}): EkycOutcome | undefined {
  if (application.status !== 'complete') return undefined;
  const outcome = application.other_status?.ekyc?.toLowerCase();
  switch (outcome) {
    case 'pass':
    case 'need_review':
    case 'fail':
    case 'pending':
      return outcome;
    default:
      return undefined;
  }
}
