import type { Overrides } from '../hooks/behaviour.ts';
import { defineFault, type Fault } from './fault.ts';
import { answering, refusing, refusingWith, settingInPayload } from './points.ts';
import { submissionOf } from './submit.ts';

/** Overrides under which a resend repeats part of the header of the first delivery to the same receiver. */
function repeating(part: 'nounce' | 'createdAt'): () => Overrides {
  return () => {
    const first = new Map<string, string>();
    return {
      eventHeader: (header, { application, receiver, trigger }) => {
        const key = `${application.slug}/${receiver.id}`;
        if (trigger === 'submission' && !first.has(key)) first.set(key, header[part]);
        return trigger === 'resend' ? { ...header, [part]: first.get(key) ?? header[part] } : header;
      },
    };
  };
}

export const resendFaults: readonly Fault[] = [
  defineFault({
    rule: 'resend.status.204-empty',
    alsoBreaks: ['resend.status.documented', 'resend.never-submitted.204'],
    title: 'answers 200 with a body',
    points: answering('queued', () => ({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: { detail: 'queued' },
    })),
  }),
  defineFault({
    rule: 'resend.never-submitted.204',
    alsoBreaks: ['locale.platform.accepted', 'locale.outside-form-subset.accepted'],
    title: 'answers 404 where there is nothing to send again',
    points: refusing(
      { condition: 'unknown-application', status: 404 },
      ({ endpoint, state, method, credential }) =>
        endpoint === 'resend' && state === 'open' && method === 'POST' && credential === 'valid',
    ),
  }),
  defineFault({
    rule: 'resend.never-submitted.no-delivery',
    alsoBreaks: [
      'create.state.incomplete',
      'result.open.empty',
      'submit.camera-flow.unchanged',
      'auth.refused.no-effect',
    ],
    title: 'takes a resend before submission for a submission',
    points: {
      effects: (commands, call) =>
        call.condition === 'queued' && call.state === 'open' ? [...commands, submissionOf(call)] : commands,
    },
  }),
  defineFault({
    rule: 'resend.delivers',
    title: 'queues resends and never delivers them',
    points: { deliveries: (planned, { trigger }) => (trigger === 'resend' ? [] : planned) },
  }),
  defineFault({
    rule: 'resend.same-content',
    title: 'adds a column to what it sends again',
    points: settingInPayload(
      'application.other_status.resent',
      () => 'Yes',
      (subject) => subject.carrier === 'delivery' && subject.trigger === 'resend',
    ),
  }),
  defineFault({
    rule: 'resend.new-nounce',
    alsoBreaks: ['event.nounce.unique'],
    title: 'repeats the nounce of the first delivery',
    points: repeating('nounce'),
  }),
  defineFault({
    rule: 'resend.new-created-at',
    title: 'repeats created_at of the first delivery',
    points: repeating('createdAt'),
  }),
  defineFault({
    rule: 'resend.unknown.404',
    title: 'answers 403 for an unknown application',
    points: refusingWith(
      403,
      ({ condition }, { endpoint }) => condition === 'unknown-application' && endpoint === 'resend',
    ),
  }),
  defineFault({
    rule: 'resend.404.bare-detail',
    title: 'wraps its 404 in the envelope of other errors',
    points: answering(
      'unknown-application',
      (draft) => ({ ...draft, body: { error: { status_code: 404, message: 'Not Found', detail: 'Not found.' } } }),
      ({ endpoint }) => endpoint === 'resend',
    ),
  }),
  defineFault({
    rule: 'resend.status.documented',
    alsoBreaks: ['resend.unknown.404'],
    title: 'answers 410 for an unknown application',
    points: refusingWith(
      410,
      ({ condition }, { endpoint }) => condition === 'unknown-application' && endpoint === 'resend',
    ),
  }),
];
