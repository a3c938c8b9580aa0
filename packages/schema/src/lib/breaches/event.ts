import { readAt, replaceAt } from '@idvkit/json';

import { defineBreaches, gone, inBody, missing, on, values, type Edit } from './breach.ts';
import { dayOnly, isOpen, isSubmitted, moved, number, text } from './change.ts';

/** Checks whether a payload is about a form without camera steps. */
const isPlain = (body: unknown): boolean => readAt(body, 'extra.ekyc') === undefined;
const isExpiry = (body: unknown): boolean => readAt(body, 'event.type') === 'drop_off';

/** Dates a submission after the delivery that reports it. */
const submittedAfterDelivery = (seconds: number): Edit => ({
  change: (_, body) => moved(seconds)(readAt(body, 'event.created_at')),
});

/** Returns an application as one that was submitted. */
function submittedAt(application: unknown, time: unknown): unknown {
  return replaceAt(
    replaceAt(application, 'status', () => 'complete'),
    'submitted_at',
    () => time,
  );
}

/** Writes an application as one that was never submitted. */
function unsubmittedAs(status: string): (application: unknown) => unknown {
  return (application) =>
    replaceAt(
      replaceAt(application, 'status', () => status),
      'submitted_at',
      () => null,
    );
}

const onSubmission = inBody('submitFormDelivery');
const onLifecycle = inBody('lifecycleDelivery');
const onResult = inBody('resultResponse');

/** Breaches of the rules about the webhook envelope, and of the one that a result has no event. */
export const eventBreaches = defineBreaches({
  'event.present': [
    ...on('event', {
      alsoBreaks: ['event.drop-off.on-expiry'],
      title: 'delivers expiries without an event',
      when: isExpiry,
      change: gone,
    }),
    ...missing(onSubmission, 'event', 'application'),
  ],
  'event.nounce.string': on('event.nounce', { change: gone }, ...values(7)),
  'event.type.string': on(
    'event.type',
    {
      alsoBreaks: ['event.update-status.on-change'],
      title: 'numbers types of event',
      when: (body) => readAt(body, 'event.type') === 'update_status',
      change: () => 2,
    },
    { change: gone },
    ...values(1),
  ),
  'event.version.on-submit-form': onSubmission(
    'event.version',
    { title: 'writes the version of submissions as text', change: number((version) => `v${version}`) },
    { variant: 'fraction', title: 'versions submissions as 1.5', change: () => 1.5 },
    { change: gone },
  ),
  'event.version.absent-on-lifecycle': onLifecycle('event.version', {
    title: 'gives lifecycle events a version',
    adds: true,
    change: () => 1,
  }),
  'event.created-at': on(
    'event.created_at',
    {
      kind: 'lifecycleDelivery',
      title: 'writes the time of lifecycle events as a number',
      change: text((time) => Date.parse(time) / 1_000),
    },
    { change: dayOnly },
    { change: gone },
    ...values('now'),
  ),
  'event.created-at.not-before-submission': [
    ...onSubmission('application.submitted_at', ...[2, 3_600].map(submittedAfterDelivery)),
    ...onLifecycle('application.submitted_at', { ...submittedAfterDelivery(60), when: isSubmitted }),
  ],
  'event.drop-off.not-submitted': [
    ...onLifecycle('application', {
      alsoBreaks: ['application.submitted-at.stable', 'delivery.5xx.retried'],
      title: 'says of applications that drop off that they are complete',
      when: isExpiry,
      change: (application, body) => submittedAt(application, readAt(body, 'event.created_at')),
    }),
    ...onLifecycle('application.submitted_at', {
      variant: 'submitted-at',
      alsoBreaks: ['application.submitted-at.stable', 'delivery.5xx.retried'],
      title: 'gives the time of an expiry as submitted_at of a drop_off',
      when: (body) => isExpiry(body) && !isOpen(body),
      change: (_, body) => readAt(body, 'event.created_at'),
    }),
  ],
  'event.submit-form.payload': [
    ...onSubmission('answers', {
      alsoBreaks: ['submit.again.unchanged'],
      title: 'delivers submissions over JSON without their answers',
      when: isPlain,
      change: gone,
    }),
    ...missing(onSubmission, 'answers', 'extra'),
  ],
  'event.lifecycle.no-answers': [
    ...onLifecycle('answers', { title: 'gives lifecycle events empty answers', adds: true, change: () => ({}) }),
    ...onLifecycle('extra', {
      variant: 'extra',
      title: 'gives expiries an empty extra',
      when: isExpiry,
      adds: true,
      change: () => ({}),
    }),
  ],
  'event.submit-form.complete': [
    ...onSubmission(
      'application',
      {
        alsoBreaks: [
          'result.equals-webhook',
          'application.submitted-at.stable',
          'delivery.idempotency-key.stable',
          'submit.again.unchanged',
        ],
        title: 'delivers submissions over JSON as expired and never submitted',
        when: isPlain,
        change: unsubmittedAs('expired'),
      },
      { change: unsubmittedAs('expired') },
      { change: unsubmittedAs('incomplete') },
    ),
  ],
  'result.body.webhook-minus-event': [
    ...onResult('event', {
      title: 'gives the event with a result',
      adds: true,
      change: () => ({ nounce: 'result', type: 'submit_form', version: 1, created_at: '2026-01-05T03:00:00+00:00' }),
    }),
    ...missing(onResult, 'application', 'answers', 'extra'),
  ],
});
