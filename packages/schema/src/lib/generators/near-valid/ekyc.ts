import { submitFormDeliveries } from '../deliveries.ts';
import { inSubmission } from './bodies.ts';
import { defineBreaches, type Breach } from './breach.ts';
import { valueAt, without, withValue, type Path } from './edit.ts';

type CameraCheck = 'liveness' | 'identity_document';

const part = (...path: Path): Path => ['extra', 'ekyc', ...path];
const tries = (check: CameraCheck, ...path: Path): Path => part(check, 'attempts', ...path);

/** Submissions whose applicant needed more than one try. */
const withRetries = (check: CameraCheck): Breach['from'] =>
  submitFormDeliveries({ outcome: 'pass', document: 'front_card', sparse: false }).filter(
    ({ extra }) => (extra.ekyc?.[check]?.attempts?.length ?? 0) > 1,
  );

const numbered = (check: CameraCheck): Breach => ({
  kind: 'submitFormDelivery',
  from: withRetries(check),
  variants: (body) => [
    withValue(withValue(body, tries(check, 0, 'attempt'), 2), tries(check, 1, 'attempt'), 1),
    withValue(body, tries(check, 1, 'attempt'), 1),
    withValue(body, tries(check, 1, 'attempt'), 3),
  ],
});

const ordered = (check: CameraCheck): Breach => ({
  kind: 'submitFormDelivery',
  from: withRetries(check),
  variants: (body) => [
    withValue(body, tries(check, 1, 'created_at'), '2019-12-31T23:59:59+00:00'),
    withValue(body, tries(check, 0, 'created_at'), '2036-01-01T00:00:00+00:00'),
  ],
});

/** Ways to spoil the first try, which leave the checks' outcome alone. */
const shape = (check: CameraCheck, ...more: readonly ((body: unknown) => unknown)[]): Breach =>
  inSubmission((body) => [
    without(body, tries(check, 0, 'id')),
    without(body, tries(check, 0, 'attempt')),
    withValue(body, tries(check, 0, 'message'), 404),
    withValue(body, tries(check, 0, 'created_at'), 'yesterday'),
    ...more.map((spoil) => spoil(body)),
  ]);

const last = (body: unknown, check: CameraCheck): number => Object.keys(Object(valueAt(body, tries(check)))).length - 1;

const message = (check: CameraCheck): Breach =>
  inSubmission((body) => [withValue(body, tries(check, 0, 'message'), 'Face not found')]);

/** Breaches of the rules about the camera checks. */
export const ekycBreaches = defineBreaches({
  'face-compare.score.range': inSubmission((body) => [
    withValue(body, part('face_compare', 'score'), 100.01),
    withValue(body, part('face_compare', 'score'), -1),
    withValue(body, part('face_compare', 'score'), '87.5'),
  ]),
  'face-compare.status.enum': inSubmission((body) => [
    withValue(body, part('face_compare', 'status'), 'Match'),
    withValue(body, part('face_compare', 'status'), 'matched'),
  ]),
  'face-compare.status.follows-score': inSubmission((body) => [
    withValue(body, part('face_compare', 'score'), 69),
    withValue(body, part('face_compare', 'score'), 61),
    withValue(body, part('face_compare', 'score'), 60.5),
    withValue(body, part('face_compare', 'score'), 12),
  ]),
  'face-compare.implies-both-passed': {
    kind: 'submitFormDelivery',
    from: submitFormDeliveries({ outcome: 'fail' }).filter(({ extra }) => extra.ekyc?.face_compare !== undefined),
    variants: (body) => [
      withValue(body, tries('liveness', last(body, 'liveness'), 'status'), 'fail'),
      withValue(body, tries('identity_document', last(body, 'identity_document'), 'status'), 'fail'),
    ],
  },
  'liveness.url.signed-image': inSubmission((body) => [
    withValue(body, part('liveness', 'url'), 'https://cdn.example.com/selfie.jpg'),
    withValue(body, part('liveness', 'url'), ''),
  ]),
  'liveness.attempts.numbered': numbered('liveness'),
  'liveness.attempts.ordered': ordered('liveness'),
  'liveness.attempt.shape': shape(
    'liveness',
    (body) => without(body, tries('liveness', last(body, 'liveness'), 'images')),
    (body) => without(body, tries('liveness', 0, 'images', 0, 'action')),
    (body) => withValue(body, tries('liveness', 0, 'images', 0, 'url'), 'frame.jpg'),
  ),
  'liveness.attempt.message-empty': message('liveness'),
  'identity-document.type.enum': inSubmission((body) => [
    withValue(body, part('identity_document', 'type'), 'driving_licence'),
    withValue(body, part('identity_document', 'type'), 'Front_Card'),
  ]),
  'identity-document.url.signed-image': inSubmission((body) => [
    withValue(body, part('identity_document', 'url'), 'https://cdn.example.com/card.jpg'),
    withValue(body, part('identity_document', 'face_image_url'), 'portrait.jpg'),
  ]),
  'identity-document.attempts.numbered': numbered('identity_document'),
  'identity-document.attempts.ordered': ordered('identity_document'),
  'identity-document.attempt.shape': shape(
    'identity_document',
    (body) => without(body, tries('identity_document', last(body, 'identity_document'), 'url')),
    (body) => withValue(body, tries('identity_document', 0, 'type'), 'visa'),
  ),
  'identity-document.attempt.message-empty': message('identity_document'),
});
