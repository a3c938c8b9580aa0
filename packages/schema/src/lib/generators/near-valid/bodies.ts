import type fc from 'fast-check';

import { lifecycleDeliveries, submitFormDeliveries, submittedResults } from '../deliveries.ts';
import type { Breach } from './breach.ts';

type Variants = Breach['variants'];
type More = Pick<Breach, 'also'>;

/** A submission that holds all there can be: every answer, both checks passed, somebody found by screening. */
export function inSubmission(variants: Variants, more: More = {}): Breach {
  return { kind: 'submitFormDelivery', from: fullSubmissions(), variants, ...more };
}

/** The same, as the answer to a result call. */
export function inResult(variants: Variants, more: More = {}): Breach {
  return {
    kind: 'resultResponse',
    from: submittedResults({ outcome: 'pass', document: 'front_card', aml: 'found', sparse: false }),
    variants,
    ...more,
  };
}

/** A status change of an application that is not submitted. */
export function inStatusChange(variants: Variants): Breach {
  return {
    kind: 'lifecycleDelivery',
    from: lifecycleDeliveries({ type: 'update_status', status: 'incomplete' }),
    variants,
  };
}

/** See {@link inSubmission}. */
export function fullSubmissions(): fc.Arbitrary<unknown> {
  return submitFormDeliveries({ outcome: 'pass', document: 'front_card', aml: 'found', sparse: false });
}
