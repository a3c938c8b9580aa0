import fc from 'fast-check';

import type { EkycOutcome } from '../application/application.ts';
import type { DocumentAttempt, DocumentType, LivenessAttempt } from '../ekyc/attempts.ts';
import type { Ekyc, IdentityDocument, Liveness } from '../ekyc/ekyc.ts';
import { faceCompareStatusesOf, type FaceCompareStatus } from '../ekyc/face-compare-status.ts';
import type { FaceCompare } from '../ekyc/face-compare.ts';
import { signedImageUrls, stamp, type Subject } from './subject.ts';

/** How a camera check ended; `pending` where it was not made. */
type Check = 'success' | 'fail' | 'pending';

const BANDS: Readonly<Record<FaceCompareStatus, { readonly min: number; readonly max: number }>> = {
  match: { min: 69, max: 100 },
  need_review: { min: 60, max: 70 },
  not_match: { min: 0, max: 61 },
};

/** Face comparisons that came to a status; scores between the bands are among them. */
export function faceComparesOf(status: FaceCompareStatus): fc.Arbitrary<FaceCompare> {
  const { min, max } = BANDS[status];
  const scores = fc.oneof(fc.integer({ min, max }), fc.double({ min, max, noNaN: true }));
  return scores
    .map((score) => (Object.is(score, -0) ? 0 : score))
    .filter((score) => faceCompareStatusesOf(score).includes(status))
    .map((score) => ({ score, status }));
}

/** Camera checks that come to an outcome. `undefined`: the flow has none, whose outcome is `pending`. */
export function ekycsOf(
  subject: Subject,
  document: DocumentType,
  outcome: EkycOutcome,
): fc.Arbitrary<Ekyc | undefined> {
  switch (outcome) {
    case 'pass':
      return passed(subject, document, 'match');
    case 'need_review':
      return passed(subject, document, 'need_review');
    case 'fail':
      return fc.oneof(
        passed(subject, document, 'not_match'),
        fc
          .constantFrom<(readonly [Check, Check])[]>(['fail', 'success'], ['success', 'fail'], ['fail', 'fail'])
          .chain(([scan, live]) => checks(subject, { document, scan, live })),
      );
    case 'pending':
      return fc.oneof(fc.constant(undefined), checks(subject, { document, scan: 'success', live: 'pending' }));
  }
}

function passed(subject: Subject, document: DocumentType, status: FaceCompareStatus): fc.Arbitrary<Ekyc> {
  return fc
    .tuple(faceComparesOf(status), checks(subject, { document, scan: 'success', live: 'success' }))
    .map(([face_compare, both]) => ({ face_compare, ...both }));
}

function checks(
  subject: Subject,
  { document, scan, live }: { readonly document: DocumentType; readonly scan: Check; readonly live: Check },
): fc.Arbitrary<Ekyc> {
  return fc
    .record({
      identity_document: scan === 'pending' ? fc.constant(undefined) : documentsOf(subject, document, scan),
      liveness: live === 'pending' ? fc.constant(undefined) : livenessesOf(subject, live),
    })
    .map(({ identity_document, liveness }) => ({
      ...(liveness && { liveness }),
      ...(identity_document && { identity_document }),
    }));
}

/** Document scans of an application, the last of which ended as told. */
export function documentsOf(
  subject: Subject,
  type: DocumentType,
  last: 'success' | 'fail',
): fc.Arbitrary<IdentityDocument> {
  const urls = signedImageUrls(subject);
  const attempts = attemptsOf(subject, last, ({ status, ...common }) =>
    urls.map((url): DocumentAttempt => ({ ...common, status, type, url })),
  );
  const accepted =
    last === 'success' ? fc.record({ type: fc.constant(type), url: urls, face_image_url: urls }) : fc.constant({});
  return fc.tuple(accepted, attempts).map(([best, all]) => ({ ...best, attempts: all }));
}

/** Liveness checks of an application, the last of which ended as told. */
export function livenessesOf(subject: Subject, last: 'success' | 'fail'): fc.Arbitrary<Liveness> {
  const urls = signedImageUrls(subject);
  const images = fc.array(
    fc.tuple(urls, fc.constantFrom('idle', 'turn_left', 'blink')).map(([url, action]) => ({ url, action })),
    {
      minLength: 1,
      maxLength: 2,
    },
  );
  const attempts = attemptsOf(subject, last, ({ status, ...common }) =>
    images.map((taken): LivenessAttempt => ({ ...common, status, images: taken })),
  );
  return fc.tuple(urls, attempts).map(([url, all]) => ({ url, attempts: all }));
}

interface CommonAttempt {
  readonly id: number;
  readonly attempt: number;
  readonly status: 'success' | 'fail';
  readonly message: string;
  readonly created_at: string;
}

/** Returns failed attempts and the one that counts, in order. */
function attemptsOf<Attempt>(
  subject: Subject,
  last: 'success' | 'fail',
  toAttempt: (common: CommonAttempt) => fc.Arbitrary<Attempt>,
): fc.Arbitrary<Attempt[]> {
  const { startedAtMs, submittedAtMs } = subject;
  return fc
    .tuple(
      fc.array(fc.integer({ min: startedAtMs, max: submittedAtMs }), { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 1_000_000_000 }),
    )
    .chain(([moments, firstId]) =>
      fc.tuple(
        ...moments
          .toSorted((one, other) => one - other)
          .map((ms, index) =>
            toAttempt({
              id: firstId + index,
              attempt: index + 1,
              status: index === moments.length - 1 ? last : 'fail',
              message: '',
              created_at: stamp(subject, ms),
            }),
          ),
      ),
    );
}
