import { formatTimestamp } from '@idvkit/delivery';
import type { JsonObject } from '@idvkit/json';

import type { ImageSubject } from '../../behaviour/hooks/behaviour.ts';
import type { StoredApplication } from '../../state/application.ts';
import { cameraCaptures, type Form } from '../../state/form.ts';
import { faceComparison } from './face-comparison.ts';

/** Actions that the applicant is asked for in a liveness attempt, one frame each. */
const LIVENESS_ACTIONS = ['idle', 'turn_left'] as const;

/** Attempt numbers stay below this, so that the ids made of them are unique. */
const IDS_PER_APPLICATION = 100;

/**
 * Builds `extra.ekyc` of a submitted application on a camera flow: failed attempts first. `sign` signs URLs of images.
 * @see Specification, "`extra.ekyc`"
 */
export function buildEkyc(
  application: StoredApplication,
  form: Form,
  sign: (image: ImageSubject) => string,
): JsonObject | undefined {
  const { submission, submittedAt } = application;
  const captures = cameraCaptures(form);
  if (!submission || submittedAt === null || captures.length === 0) return undefined;
  const scanned = captures.includes('ekyc_document');
  const watched = captures.includes('ekyc_liveness');
  const count = submission.retries + 1;
  const from = application.startedAt ?? application.createdAt;
  const step = Math.max(0, submittedAt - from) / (2 * count + 1);
  const common = (order: number, attempt: number, last: 'success' | 'fail'): JsonObject => ({
    id: application.id * IDS_PER_APPLICATION + order,
    attempt,
    status: attempt === count ? last : 'fail',
    message: '',
    created_at: formatTimestamp(Math.floor(from + step * order)),
  });
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const compared = faceComparison(form, submission);
  return {
    ...(compared && { face_compare: compared }),
    ...(watched && {
      liveness: {
        url: sign({ kind: 'liveness', attempt: 0, frame: 1 }),
        attempts: numbers.map((attempt) => ({
          ...common(count + attempt, attempt, submission.liveness),
          images: LIVENESS_ACTIONS.map((action, index) => ({
            url: sign({ kind: 'liveness', attempt, frame: index + 1 }),
            action,
          })),
        })),
      },
    }),
    ...(scanned && {
      identity_document: {
        ...(submission.documentScan === 'success' && {
          type: submission.document,
          url: sign({ kind: 'document', attempt: 0, frame: 1 }),
          face_image_url: sign({ kind: 'portrait', attempt: 0, frame: 1 }),
        }),
        attempts: numbers.map((attempt) => ({
          ...common(attempt, attempt, submission.documentScan),
          type: submission.document,
          url: sign({ kind: 'document', attempt, frame: 1 }),
        })),
      },
    }),
  };
}
