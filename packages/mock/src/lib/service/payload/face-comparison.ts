import { ekycOutcomesOf, faceCompareStatusesOf, type EkycOutcome, type FaceCompare } from '@idvkit/schema';

import { cameraCaptures, type Form } from '../../state/form.ts';
import type { Submission } from '../../state/submission.ts';

/** Returns the face comparison, if both checks passed. @see Specification, "`extra.ekyc`" */
export function faceComparison(form: Form, submission: Submission): FaceCompare | undefined {
  const { documentScan, liveness } = checksOf(form, submission);
  if (documentScan !== 'success' || liveness !== 'success') return undefined;
  return { score: submission.score, status: reviewed(faceCompareStatusesOf(submission.score)) };
}

/** Returns `other_status.ekyc`: pending until submitted, and on a flow whose steps do not decide. @see Specification, "`other_status`" */
export function ekycOutcome(form: Form, submission: Submission | null): EkycOutcome {
  if (!submission) return 'pending';
  const checks = checksOf(form, submission);
  // A check that the flow does not have leaves the other one's failure to decide.
  if (checks.documentScan === 'fail' || checks.liveness === 'fail') return 'fail';
  return reviewed(ekycOutcomesOf({ ...checks, score: submission.score }));
}

function checksOf(form: Form, { documentScan, liveness }: Submission): Parameters<typeof ekycOutcomesOf>[0] {
  const captures = cameraCaptures(form);
  return {
    documentScan: captures.includes('ekyc_document') ? documentScan : 'pending',
    liveness: captures.includes('ekyc_liveness') ? liveness : 'pending',
  };
}

/** Between the bands of the score either neighbour is right: there the mock asks for a review. */
function reviewed<Status extends string>(statuses: readonly Status[]): Status {
  const status = statuses.find((each) => each === 'need_review') ?? statuses[0];
  if (status === undefined) throw new Error('Every score has a status');
  return status;
}
