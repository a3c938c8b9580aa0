import { inSubmission } from './bodies.ts';
import { defineBreaches } from './breach.ts';
import { valueAt, withValue, type Path } from './edit.ts';

const TIMES: readonly [Path, ...Path[]] = [
  ['event', 'created_at'],
  ['application', 'submitted_at'],
  ['answers', 'document_number', 'created_at'],
  ['extra', 'ekyc', 'liveness', 'attempts', 0, 'created_at'],
];

/** The same moment with another way to say its offset. */
function reoffset(text: string): readonly [string, string] {
  const bangkok = new Date(Date.parse(text) + 7 * 3_600_000).toISOString().slice(0, 23);
  return [text.replace('+00:00', 'Z'), `${bangkok}+07:00`];
}

/** Breaches of the conventions. */
export const conventionsBreaches = defineBreaches({
  'convention.timestamp.offset': inSubmission((body) => {
    const spoilt = TIMES.flatMap((place) =>
      reoffset(String(valueAt(body, place))).map((text) => withValue(body, place, text)),
    );
    return spoilt as [unknown, ...unknown[]]; // There are places.
  }),
  'convention.omitted-not-null': inSubmission((body) => [
    withValue(body, ['extra', 'bank_statement'], null),
    withValue(body, ['extra', 'identity_aml'], null),
    withValue(body, ['extra', 'ekyc', 'identity_document', 'face_image_url'], null),
  ]),
  'convention.ids.integer': inSubmission(
    (body) => [
      withValue(body, ['extra', 'ekyc', 'liveness', 'attempts', 0, 'id'], '4711'),
      withValue(body, ['extra', 'ekyc', 'liveness', 'attempts', 0, 'id'], 47.11),
    ],
    { also: ['liveness.attempt.shape'] },
  ),
});
