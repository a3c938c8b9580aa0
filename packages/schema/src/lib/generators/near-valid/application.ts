import { submitFormDeliveries } from '../deliveries.ts';
import { inStatusChange, inSubmission } from './bodies.ts';
import { defineBreaches } from './breach.ts';
import { valueAt, without, withValue, type Path } from './edit.ts';

const application = (key: string): Path => ['application', key];
const ekyc: Path = ['application', 'other_status', 'ekyc'];

/** Breaches of the rules about the application. */
export const applicationBreaches = defineBreaches({
  'application.id.integer': inSubmission(
    (body) => [
      withValue(body, application('id'), String(valueAt(body, application('id')))),
      withValue(body, application('id'), Number(valueAt(body, application('id'))) + 0.5),
    ],
    { also: ['convention.ids.integer'] },
  ),
  'application.no.derived': inSubmission((body) => {
    const id = Number(valueAt(body, application('id')));
    return [`COK00${id + 1}`, `COK0${id}0`, `cok00${id}`, String(id)].map((no) =>
      withValue(body, application('no'), no),
    ) as [unknown, ...unknown[]]; // `map` forgets that there are four.
  }),
  'application.status.enum': inSubmission((body) => [
    withValue(body, application('status'), 'deleted'),
    withValue(body, application('status'), 'Complete'),
    withValue(body, application('status'), 'submitted'),
  ]),
  'application.submitted-at.null-while-incomplete': inStatusChange((body) => [
    withValue(body, application('submitted_at'), valueAt(body, ['event', 'created_at'])),
  ]),
  'application.submitted-at.set-when-complete': inSubmission((body) => [
    withValue(body, application('submitted_at'), null),
    withValue(body, application('submitted_at'), 'yesterday'),
  ]),
  'other-status.ekyc.present': inSubmission((body) => [without(body, ekyc)]),
  'other-status.ekyc.enum': inSubmission((body) => [
    withValue(body, ekyc, 'Pass'),
    withValue(body, ekyc, 'approved'),
    withValue(body, ekyc, ''),
  ]),
  'other-status.ekyc.follows-face-compare': inSubmission((body) => [
    withValue(body, ekyc, 'need_review'),
    withValue(body, ekyc, 'fail'),
    withValue(body, ekyc, 'pending'),
  ]),
  'other-status.ekyc.pass-needs-checks': {
    kind: 'submitFormDelivery',
    from: submitFormDeliveries({ outcome: 'fail' }).filter(({ extra }) => extra.ekyc?.face_compare === undefined),
    variants: (body) => [withValue(body, ekyc, 'pass'), withValue(body, ekyc, 'need_review')],
  },
  'other-status.custom.string': inSubmission((body) => [
    withValue(body, ['application', 'other_status', 'sanctions'], true),
    withValue(body, ['application', 'other_status', 'sanctions'], 1),
    withValue(body, ['application', 'other_status', 'sanctions'], { status: 'Pass' }),
  ]),
});
