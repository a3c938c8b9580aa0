import { isCameraFlow } from '../../state/form.ts';
import type { Overrides } from '../hooks/behaviour.ts';
import type { Call } from '../hooks/call.ts';
import { announcing, doing, resending, submitting } from './effects.ts';
import type { FaultTable } from './fault.ts';
import { answering, answeringWith, refusingWith } from './overrides.ts';

const UNKNOWN = { condition: 'unknown-application', endpoint: 'submit' } as const;

const ofCameraFlow = ({ endpoint, form }: Call): boolean =>
  endpoint === 'submit' && form !== undefined && isCameraFlow(form);

/** Time in which a submission counts as not answered yet, in milliseconds. */
const UNANSWERED_MS = 80;

/** Overrides under which a refused submission does not name a question. */
function notNaming(question: string): Overrides {
  return {
    answerProblems: (problems, { call }) =>
      call.endpoint === 'submit'
        ? Object.fromEntries(Object.entries(problems).filter(([key]) => key !== question))
        : problems,
  };
}

export const submitFaults = {
  'submit.camera-flow.422': {
    alsoBreaks: ['locale.platform.accepted', 'locale.outside-form-subset.accepted'],
    title: 'answers 200 to a submission that lacks its captures',
    overrides: answering(
      (call) => call.condition === 'missing-answers' && ofCameraFlow(call),
      () => ({ status: 200, headers: {} }),
    ),
  },
  'submit.camera-flow.unchanged': [
    {
      alsoBreaks: [
        'create.state.incomplete',
        'result.open.empty',
        'submit.camera-flow.422',
        'resend.never-submitted.no-delivery',
        'locale.platform.accepted',
        'locale.outside-form-subset.accepted',
        'auth.refused.no-effect',
      ],
      title: 'completes applications whose submission it refused',
      overrides: doing(submitting, (call) => call.condition === 'missing-answers' && ofCameraFlow(call)),
    },
    {
      variant: 'update-status',
      // Refused again, the same status is delivered again.
      alsoBreaks: ['delivery.2xx.done'],
      title: 'delivers update_status for a submission that it refused',
      overrides: doing(announcing, (call) => call.condition === 'missing-answers' && ofCameraFlow(call)),
    },
  ],
  'submit.422.names-missing': [
    { title: 'does not name the liveness capture', overrides: notNaming('ekyc_liveness') },
    {
      variant: 'one-question',
      title: 'does not name a question that has no answer',
      overrides: notNaming('home_address_country'),
    },
  ],
  'submit.plain-flow.200-empty': {
    title: 'answers a submission with a body',
    overrides: answeringWith(
      { condition: 'submitted' },
      { headers: { 'content-type': 'application/json' }, body: { ok: true } },
    ),
  },
  'submit.plain-flow.completes': {
    alsoBreaks: ['event.submit-form.on-submission'],
    title: 'delivers nothing for submissions over JSON',
    overrides: {
      deliveries: (planned, { trigger, workspace, application }) => {
        const form = workspace.forms[application.formSlug];
        return trigger === 'submission' && form !== undefined && !isCameraFlow(form) ? [] : planned;
      },
    },
  },
  'submit.again.403': [
    {
      alsoBreaks: ['submit.plain-flow.200-empty'],
      title: 'answers 404 to a second submission',
      overrides: refusingWith(404, { condition: 'submitted-already' }),
    },
    {
      variant: 'conflict',
      alsoBreaks: ['submit.status.documented', 'submit.plain-flow.200-empty'],
      title: 'answers 409 to a second submission',
      overrides: refusingWith(409, { condition: 'submitted-already' }),
    },
    {
      variant: 'at-once',
      title: 'accepts a second submission until it has answered the first',
      overrides: () => {
        const acceptedAt = new Map<string, number>();
        return {
          answerDelayMs: (delayMs, { condition }) =>
            condition === 'submitted' ? delayMs + 1.5 * UNANSWERED_MS : delayMs,
          effects: (commands, { condition, slug, now }) => {
            if (condition === 'submitted' && !acceptedAt.has(slug)) acceptedAt.set(slug, now);
            return commands;
          },
          refusals: (refusals, { slug, now }) =>
            refusals.filter(
              ({ condition }) =>
                condition !== 'submitted-already' || now - (acceptedAt.get(slug) ?? -Infinity) >= UNANSWERED_MS,
            ),
        };
      },
    },
  ],
  'submit.again.unchanged': {
    alsoBreaks: [
      'auth.refused.no-effect',
      'event.submit-form.on-submission',
      'delivery.2xx.done',
      'delivery.5xx.at-most-three',
      'delivery.4xx.not-retried',
    ],
    title: 'delivers again at a second submission',
    overrides: doing(resending, { condition: 'submitted-already' }),
  },
  'submit.unknown.404': [
    { title: 'answers 403 for an unknown application', overrides: refusingWith(403, UNKNOWN) },
    {
      variant: 'plain-form',
      title: 'answers 403 for an unknown application of a form without camera steps',
      overrides: refusingWith(
        403,
        ({ condition, endpoint, form }) =>
          condition === 'unknown-application' && endpoint === 'submit' && form !== undefined && !isCameraFlow(form),
      ),
    },
  ],
  'submit.status.documented': {
    alsoBreaks: ['submit.unknown.404', 'submit.422.names-missing', 'submit.camera-flow.422', 'submit.again.403'],
    title: 'answers 410 for an unknown application',
    overrides: refusingWith(410, UNKNOWN),
  },
} satisfies FaultTable;
