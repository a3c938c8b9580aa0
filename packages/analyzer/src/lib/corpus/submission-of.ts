import { settledEkycOutcome } from '@idvkit/schema';
import type { CorpusSummary } from '@idvkit/schema/formats';

import { raisedFlags, type DocumentFacts } from './document-facts.ts';

/**
 * Record of a submission in a corpus: a key that all its deliveries share, and its outcome.
 *
 * The key is a hash of slug and time of submission. If there is no slug, form and id of the application stand for it.
 *
 * @returns `undefined` where the payload is of no submission, or does not say of which.
 * @see Specification, "Delivery rules"
 */
export function submissionOf(document: DocumentFacts): CorpusSummary['submissions']['kept'][number] | undefined {
  const { application, event, outcome, providers } = document;
  const { form, id, status, submittedAt, submission } = application;
  if (!document.complete || (event.type ?? 'submit_form') !== 'submit_form') return undefined;
  if ((submission ?? id) === undefined || typeof submittedAt !== 'string') return undefined;
  const settled = settledEkycOutcome({ status: status ?? '', other_status: { ekyc: outcome.ekyc } });
  const raised = providers.flatMap(raisedFlags).filter((flag) => flag.startsWith('is_any_'));
  const facts = [
    ['ekyc', settled],
    ['face', outcome.faceStatus],
    ['document', outcome.documentType],
    ...[...new Set(raised)].sort().map((flag) => ['flag', flag]),
  ];
  return {
    key: submission ?? JSON.stringify([form ?? '', id, submittedAt]),
    deliveries: 1,
    at: event.createdAt ?? submittedAt,
    facts: facts.filter(([, value]) => value !== undefined).map(([name, value]) => `${name}=${value}`),
  };
}
