import { announcing, doing, resending, submitting } from './effects.ts';
import type { FaultTable } from './fault.ts';
import { answering, changingAnswer, refusingWith } from './overrides.ts';

const ENDPOINTS = ['create', 'result', 'submit', 'resend'] as const;
const POST_ONLY = ['create', 'submit', 'resend'] as const;

export const authenticationFaults = {
  'auth.invalid-token.401': [
    {
      alsoBreaks: ['info.submitted.no-token-refused'],
      title: 'answers 403 to a token that it does not know',
      overrides: refusingWith(403, { condition: 'bad-credential', credential: 'invalid' }),
    },
    ...ENDPOINTS.map((endpoint) => ({
      variant: `on-${endpoint}`,
      title: `answers 403 to a token that it does not know, only on ${endpoint}`,
      overrides: refusingWith(403, { condition: 'bad-credential', credential: 'invalid', endpoint }),
    })),
  ],
  'auth.revoked-token.401': {
    alsoBreaks: ['info.submitted.no-token-refused'],
    title: 'answers 403 to a revoked token',
    overrides: refusingWith(403, { condition: 'bad-credential', credential: 'revoked' }),
  },
  'auth.other-scheme.401': [
    {
      title: 'takes another scheme for no credential at all',
      overrides: refusingWith(403, { condition: 'bad-credential', credential: 'other-scheme' }),
    },
    {
      variant: 'on-result',
      title: 'takes another scheme for no credential at all, only on result',
      overrides: refusingWith(403, { condition: 'bad-credential', credential: 'other-scheme', endpoint: 'result' }),
    },
  ],
  'auth.absent.403': [
    {
      title: 'answers 401 where the Authorization header is absent',
      overrides: refusingWith(401, ({ condition, endpoint }) => condition === 'no-credential' && endpoint !== 'info'),
    },
    ...ENDPOINTS.map((endpoint) => ({
      variant: `on-${endpoint}`,
      title: `answers 401 if the Authorization header is absent, only on ${endpoint}`,
      overrides: refusingWith(401, { condition: 'no-credential', endpoint }),
    })),
  ],
  'auth.get-on-post-only.403': [
    {
      title: 'answers 404 to a GET on a POST-only endpoint',
      overrides: refusingWith(404, { condition: 'wrong-method', method: 'GET' }),
    },
    ...POST_ONLY.map((endpoint) => ({
      variant: `on-${endpoint}`,
      title: `answers 404 to a GET, only on ${endpoint}`,
      overrides: refusingWith(404, { condition: 'wrong-method', method: 'GET', endpoint }),
    })),
  ],
  'auth.never-405': [
    {
      title: 'answers 405 to methods that an endpoint does not have',
      overrides: refusingWith(405, ({ condition, method }) => condition === 'wrong-method' && method !== 'GET'),
    },
    {
      variant: 'on-info',
      title: 'answers 405 to methods that info does not have',
      overrides: refusingWith(
        405,
        ({ condition, method, endpoint }) => condition === 'wrong-method' && method !== 'GET' && endpoint === 'info',
      ),
    },
  ],
  'auth.refused.no-effect': [
    {
      alsoBreaks: [
        'create.state.incomplete',
        'submit.plain-flow.200-empty',
        'submit.camera-flow.unchanged',
        'info.data.is-submitted',
        'info.open.no-token-200',
        'info.status.documented',
        'locale.platform.accepted',
        'locale.outside-form-subset.accepted',
        // Expired after such a submission, an application is resent.
        'resend.never-submitted.no-delivery',
      ],
      title: 'carries out submissions that it refuses for want of a token',
      overrides: doing(submitting, { condition: 'no-credential', endpoint: 'submit' }),
    },
    {
      variant: 'update-status',
      title: 'delivers update_status for a submission that it refused for want of a token',
      overrides: doing(announcing, { condition: 'no-credential', endpoint: 'submit' }),
      // Refused twice, the same status is delivered twice.
      alsoBreaks: ['delivery.2xx.done'],
    },
    {
      variant: 'resend-with-bad-token',
      title: 'carries out resends with a token that it does not know',
      overrides: doing(resending, { condition: 'bad-credential', endpoint: 'resend' }),
    },
    {
      variant: 'resend-without-token',
      title: 'carries out resends without a token',
      overrides: doing(resending, { condition: 'no-credential', endpoint: 'resend' }),
    },
  ],
  'auth.no-leak': [
    {
      title: 'shows the number and status of an application without a token',
      overrides: answering({ condition: 'no-credential', endpoint: 'result' }, (draft, { application }) => {
        if (application === undefined) return draft;
        const { id, status, answers } = application;
        return { ...draft, body: { ...Object(draft.body), application: { id, status, answers } } };
      }),
    },
    {
      variant: 'number',
      title: 'shows the number of an application in the text of a 403',
      alsoBreaks: ['error.403.detail'],
      overrides: changingAnswer(
        { condition: 'no-credential', endpoint: 'result' },
        'error.detail',
        (text, { application }) =>
          application === undefined ? text : `${String(text)} (COK00${String(application.id).padStart(7, '0')})`,
      ),
    },
  ],
} satisfies FaultTable;
