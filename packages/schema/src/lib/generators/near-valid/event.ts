import { inResult, inStatusChange, inSubmission } from './bodies.ts';
import { defineBreaches } from './breach.ts';
import { valueAt, without, withValue, type Path } from './edit.ts';

const event = (key: string): Path => ['event', key];

/** Breaches of the rules about the webhook envelope, and of the one that the result is without its event. */
export const eventBreaches = defineBreaches({
  'event.present': inSubmission((body) => [without(body, ['event']), without(body, ['application'])]),
  'event.nounce.string': inSubmission((body) => [
    withValue(body, event('nounce'), ''),
    withValue(body, event('nounce'), 7),
    without(body, event('nounce')),
  ]),
  'event.type.string': inSubmission((body) => [withValue(body, event('type'), 1), without(body, event('type'))]),
  'event.version.on-submit-form': inSubmission((body) => [
    without(body, event('version')),
    withValue(body, event('version'), '1'),
  ]),
  'event.version.absent-on-lifecycle': inStatusChange((body) => [withValue(body, event('version'), 1)]),
  'event.created-at': inSubmission((body) => [
    withValue(body, event('created_at'), 'now'),
    withValue(body, event('created_at'), 1_767_582_000),
    without(body, event('created_at')),
  ]),
  'event.submit-form.payload': inSubmission((body) => [without(body, ['answers']), without(body, ['extra'])]),
  'event.lifecycle.no-answers': inStatusChange((body) => [
    withValue(body, ['answers'], {}),
    withValue(body, ['extra'], {}),
  ]),
  'event.submit-form.complete': inSubmission((body) => [
    withValue(withValue(body, ['application', 'status'], 'incomplete'), ['application', 'submitted_at'], null),
    withValue(body, ['application', 'status'], 'expired'),
  ]),
  'result.body.webhook-minus-event': inResult((body) => [
    withValue(body, ['event'], {
      nounce: 'b0f1',
      type: 'submit_form',
      version: 1,
      created_at: valueAt(body, ['application', 'submitted_at']),
    }),
    without(body, ['application']),
    without(body, ['answers']),
    without(body, ['extra']),
  ]),
});
