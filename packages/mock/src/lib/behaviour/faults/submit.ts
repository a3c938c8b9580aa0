import type { Command } from '../../state/command.ts';
import { isCameraFlow } from '../../state/form.ts';
import type { Call } from '../hooks/call.ts';
import { defineFault, type Fault } from './fault.ts';
import { answering, refusingWith } from './points.ts';

const ofCameraFlow = ({ endpoint, form }: Call): boolean =>
  endpoint === 'submit' && form !== undefined && isCameraFlow(form);

/** A submission of an application as if its captures had been made. */
export function submissionOf({ slug, now }: Call): Command {
  const checks = { documentScan: 'success', liveness: 'success', retries: 0, score: 88.5 } as const;
  return {
    type: 'submit',
    at: now,
    slug,
    submission: { document: 'front_card', ...checks, aml: 'none', amlBytes: 0 },
    answers: { home_address_country: 'THA' },
    rescanned: [],
  };
}

export const submitFaults: readonly Fault[] = [
  defineFault({
    rule: 'submit.camera-flow.422',
    alsoBreaks: ['locale.platform.accepted', 'locale.outside-form-subset.accepted'],
    title: 'answers 200 to a submission that lacks its captures',
    points: answering('missing-answers', () => ({ status: 200, headers: {} }), ofCameraFlow),
  }),
  defineFault({
    rule: 'submit.camera-flow.unchanged',
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
    points: {
      effects: (commands, call) =>
        call.condition === 'missing-answers' && ofCameraFlow(call) ? [...commands, submissionOf(call)] : commands,
    },
  }),
  defineFault({
    rule: 'submit.422.flat-map',
    title: 'wraps what is missing in the envelope of other errors',
    points: answering(
      'missing-answers',
      (draft) => ({
        ...draft,
        body: { error: { status_code: 422, message: 'Unprocessable Entity', detail: draft.body } },
      }),
      ({ endpoint }) => endpoint === 'submit',
    ),
  }),
  defineFault({
    rule: 'submit.422.names-missing',
    title: 'does not name the liveness capture',
    points: {
      answerProblems: (problems, { call }) =>
        call.endpoint === 'submit'
          ? Object.fromEntries(Object.entries(problems).filter(([key]) => key !== 'ekyc_liveness'))
          : problems,
    },
  }),
  defineFault({
    rule: 'submit.plain-flow.200-empty',
    title: 'answers a submission with a body',
    points: answering('submitted', (draft) => ({
      ...draft,
      headers: { ...draft.headers, 'content-type': 'application/json' },
      body: { ok: true },
    })),
  }),
  defineFault({
    rule: 'submit.plain-flow.completes',
    alsoBreaks: ['event.submit-form.on-submission'],
    title: 'delivers nothing for submissions over JSON',
    points: {
      deliveries: (planned, { trigger, workspace, application }) => {
        const form = workspace.forms[application.formSlug];
        return trigger === 'submission' && form !== undefined && !isCameraFlow(form) ? [] : planned;
      },
    },
  }),
  defineFault({
    rule: 'submit.again.403',
    title: 'answers 404 to a second submission',
    points: refusingWith(404, ({ condition }) => condition === 'submitted-already'),
  }),
  defineFault({
    rule: 'submit.again.unchanged',
    alsoBreaks: ['auth.refused.no-effect'],
    title: 'delivers again at a second submission',
    points: {
      effects: (commands, { condition, slug, now }) =>
        condition === 'submitted-already' ? [...commands, { type: 'resend', at: now, slug }] : commands,
    },
  }),
  defineFault({
    rule: 'submit.unknown.404',
    title: 'answers 403 for an unknown application',
    points: refusingWith(
      403,
      ({ condition }, { endpoint }) => condition === 'unknown-application' && endpoint === 'submit',
    ),
  }),
  defineFault({
    rule: 'submit.status.documented',
    alsoBreaks: ['submit.unknown.404'],
    title: 'answers 410 for an unknown application',
    points: refusingWith(
      410,
      ({ condition }, { endpoint }) => condition === 'unknown-application' && endpoint === 'submit',
    ),
  }),
];
