import type { SubmitOptions } from '@idvkit/mock';

import type { FormSubject } from '../calls/service-calls.ts';

/**
 * Writes the applicant that a run would like as words of IDV_WISH: `flow`, `outcome`, `document`, `attempts` at each camera check, and
 * `hits` of a screening. A command may heed some of them, or none.
 *
 * @example
 * wishOf({ slug: 'kyc', flow: 'camera' }, { score: 70, document: 'passport', retries: 2 })
 * // 'flow=camera outcome=pass document=passport attempts=3'
 */
export function wishOf({ flow }: FormSubject, { score, document, retries, aml, ...checks }: SubmitOptions): string {
  if (flow === 'plain') return 'flow=plain';
  const hasFailed = checks.liveness === 'fail' || checks.documentScan === 'fail';
  const words = {
    flow: 'camera',
    outcome: hasFailed ? 'fail' : score === undefined ? undefined : outcomeOf(score),
    document,
    attempts: retries === undefined ? undefined : retries + 1,
    hits: aml === undefined ? undefined : aml === 'none' ? 0 : 1,
  };
  return Object.entries(words)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
}

/** @see Specification, "`other_status`" */
function outcomeOf(score: number): string {
  if (score >= 70) return 'pass';
  return score >= 61 ? 'need_review' : 'fail';
}
