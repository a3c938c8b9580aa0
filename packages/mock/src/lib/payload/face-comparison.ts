import type { EkycOutcome, FaceCompare } from '@idvkit/schema';

import { cameraCaptures, type Form } from '../state/form.ts';
import type { Submission } from '../state/submission.ts';

/**
 * What the face comparison came to; nothing where a check failed or the flow has not both of them.
 *
 * @see Specification, "`extra.ekyc`"
 */
export function faceComparison(form: Form, submission: Submission): FaceCompare | undefined {
  const both = cameraCaptures(form);
  if (!both.includes('ekyc_document') || !both.includes('ekyc_liveness')) return undefined;
  if (submission.documentScan === 'fail' || submission.liveness === 'fail') return undefined;
  const { score } = submission;
  // The specification leaves 60 to 61 and 69 to 70 open: there the mock asks for a review.
  return { score, status: score >= 70 ? 'match' : score > 60 ? 'need_review' : 'not_match' };
}

const outcomes = { match: 'pass', need_review: 'need_review', not_match: 'fail' } as const;

/**
 * Value of `other_status.ekyc`: pending until submitted, and on a flow whose steps cannot tell.
 *
 * @see Specification, "`other_status`"
 */
export function ekycOutcome(form: Form, submission: Submission | null): EkycOutcome {
  if (!submission) return 'pending';
  const compared = faceComparison(form, submission);
  if (compared) return outcomes[compared.status];
  const captures = cameraCaptures(form);
  const failed =
    (captures.includes('ekyc_document') && submission.documentScan === 'fail') ||
    (captures.includes('ekyc_liveness') && submission.liveness === 'fail');
  return failed ? 'fail' : 'pending';
}
