import { replaceAt } from '@idvkit/json';

import { announcing, doing, submitting } from './effects.ts';
import type { FaultTable } from './fault.ts';
import { answering, answeringWith, deliveredOn, refusing, refusingWith } from './overrides.ts';
import { repeating, type Repetition } from './repeating.ts';

const UNKNOWN = { condition: 'unknown-application', endpoint: 'resend' } as const;

/** Makes resends repeat the first delivery of a submission to the same receiver. */
const OF_SUBMISSION: Repetition = {
  among: ({ application, receiver, trigger, attempt }) =>
    trigger === 'resend' || (trigger === 'submission' && attempt === 1)
      ? `${application.slug}/${receiver.id}`
      : undefined,
};

export const resendFaults = {
  'resend.status.204-empty': [
    {
      alsoBreaks: ['resend.status.documented', 'resend.never-submitted.204'],
      title: 'answers 200 with a body',
      overrides: answering({ condition: 'queued' }, () => ({
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: { detail: 'queued' },
      })),
    },
    {
      variant: 'accepted',
      alsoBreaks: ['resend.status.documented', 'resend.never-submitted.204'],
      title: 'answers 202',
      overrides: answeringWith({ condition: 'queued' }, { status: 202 }),
    },
  ],
  'resend.never-submitted.204': {
    alsoBreaks: ['locale.platform.accepted', 'locale.outside-form-subset.accepted'],
    title: 'answers 404 where there is nothing to send again',
    overrides: refusing(
      { condition: 'unknown-application', status: 404 },
      { endpoint: 'resend', state: 'open', method: 'POST', credential: 'valid' },
    ),
  },
  'resend.never-submitted.no-delivery': {
    alsoBreaks: [
      'create.state.incomplete',
      'result.open.empty',
      'submit.camera-flow.unchanged',
      'submit.again.unchanged',
      'info.data.is-submitted',
      'info.open.no-token-200',
      'info.status.documented',
      'auth.refused.no-effect',
      'submit.plain-flow.200-empty',
      'locale.platform.accepted',
      'locale.outside-form-subset.accepted',
    ],
    title: 'takes a resend before submission for a submission',
    overrides: doing(submitting, { condition: 'queued', state: 'open' }),
  },
  'resend.delivers': {
    title: 'queues resends and never delivers them',
    overrides: { deliveries: (planned, { trigger }) => (trigger === 'resend' ? [] : planned) },
  },
  'resend.same-content': {
    alsoBreaks: ['submit.again.unchanged'],
    title: 'adds a column to what it sends again',
    overrides: {
      payload: (document, subject) =>
        deliveredOn('resend')(subject) ? replaceAt(document, 'application.other_status.resent', () => 'Yes') : document,
    },
  },
  'resend.new-nounce': {
    alsoBreaks: ['event.nounce.unique', 'delivery.5xx.new-nounce'],
    title: 'repeats the nounce of the first delivery',
    overrides: repeating('nounce', OF_SUBMISSION),
  },
  'resend.new-created-at': {
    // Unless the resend follows within the tolerance for clocks.
    alsoBreaks: ['event.created-at.is-delivery-time'],
    title: 'repeats created_at of the first delivery',
    overrides: repeating('createdAt', OF_SUBMISSION),
  },
  'resend.submission-only': {
    title: 'delivers the status of the application again',
    overrides: doing(announcing, { condition: 'queued', endpoint: 'resend', state: 'submitted' }),
  },
  'resend.unknown.404': { title: 'answers 403 for an unknown application', overrides: refusingWith(403, UNKNOWN) },
  'resend.status.documented': {
    alsoBreaks: ['resend.unknown.404'],
    title: 'answers 410 for an unknown application',
    overrides: refusingWith(410, UNKNOWN),
  },
} satisfies FaultTable;
