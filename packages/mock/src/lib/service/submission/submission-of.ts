import type { DocumentType } from '@idvkit/schema';

import { OUTCOME_PRESETS, type Submission, type SubmitOptions } from '../../state/submission.ts';
import { drawingFrom } from '../payload/drawing.ts';

/** Size of a huge screening where none is asked for: 8 MiB. */
const HUGE_AML_BYTES = 8 * 1024 * 1024;

/** Fills in what a submission leaves open: everything comes out as a pass. */
export function submissionOf(given: SubmitOptions, document: DocumentType, slug: string): Submission {
  const options: SubmitOptions = { ...(given.outcome && OUTCOME_PRESETS[given.outcome]), ...given };
  const aml = options.aml ?? (options.amlBytes === undefined ? 'none' : 'huge');
  return {
    document,
    documentScan: options.documentScan ?? 'success',
    liveness: options.liveness ?? 'success',
    retries: options.retries ?? 0,
    // Between 82.00 and 99.99, one for each applicant.
    score: options.score ?? drawingFrom(`${slug}/score`).integer(8_200, 9_999) / 100,
    aml,
    amlBytes: aml === 'huge' ? (options.amlBytes ?? HUGE_AML_BYTES) : 0,
  };
}
