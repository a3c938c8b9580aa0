import fc from 'fast-check';

import type { SubmitFormDelivery } from '../events/delivery.ts';
import { submitFormDeliveries } from './deliveries.ts';
import type { SubmissionOptions } from './submission.ts';

/**
 * Makes one valid `submit_form` delivery, for a test or a demonstration that needs an example rather than a property.
 *
 * @param options `seed`: the same integer gives the same delivery under the same version of fast-check.
 * @see Specification, "Event types"
 *
 * @example
 * generateSubmission({ seed: 7, outcome: 'need_review', aml: 'found' }).application.other_status.ekyc // 'need_review'
 */
export function generateSubmission({
  seed,
  ...options
}: SubmissionOptions & { readonly seed: number }): SubmitFormDelivery {
  const [delivery] = fc.sample(submitFormDeliveries(options), { seed, numRuns: 1 });
  if (delivery === undefined) throw new Error('fast-check gave no sample');
  return delivery;
}
