import type { AnswerInputs } from '../calls/run-options.ts';

/** How the checks of a submission are to come out. What is left out comes out as a pass. */
export interface SubmissionOutcome {
  readonly document?: 'front_card' | 'passport';
  readonly documentScan?: 'success' | 'fail';
  readonly liveness?: 'success' | 'fail';
  /** Failed tries of each camera check before the last one. */
  readonly retries?: number;
  /** Face-comparison score, 0 to 100. */
  readonly score?: number;
  readonly aml?: 'none' | 'pep' | 'sanctions' | 'huge';
  /** Answers of the applicant, beside those that there are already. */
  readonly answers?: AnswerInputs;
}
