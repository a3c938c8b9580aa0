import { defineFault, type Fault } from './fault.ts';
import { answering, refusingWith } from './points.ts';
import { submissionOf } from './submit.ts';

const ENDPOINTS = ['create', 'result', 'submit', 'resend'] as const;

export const authenticationFaults: readonly Fault[] = [
  defineFault({
    rule: 'auth.invalid-token.401',
    alsoBreaks: ['info.submitted.no-token-refused'],
    title: 'answers 403 to a token that it does not know',
    points: refusingWith(
      403,
      ({ condition }, { credential }) => condition === 'bad-credential' && credential === 'invalid',
    ),
  }),
  ...ENDPOINTS.map((endpoint) =>
    defineFault({
      rule: 'auth.invalid-token.401',
      variant: `on-${endpoint}`,
      title: `answers 403 to a token that it does not know, on ${endpoint} alone`,
      points: refusingWith(
        403,
        ({ condition }, call) =>
          condition === 'bad-credential' && call.credential === 'invalid' && call.endpoint === endpoint,
      ),
    }),
  ),
  defineFault({
    rule: 'auth.revoked-token.401',
    title: 'answers 403 to a revoked token',
    points: refusingWith(
      403,
      ({ condition }, { credential }) => condition === 'bad-credential' && credential === 'revoked',
    ),
  }),
  defineFault({
    rule: 'auth.other-scheme.401',
    title: 'takes another scheme for no credential at all',
    points: refusingWith(
      403,
      ({ condition }, { credential }) => condition === 'bad-credential' && credential === 'other-scheme',
    ),
  }),
  defineFault({
    rule: 'auth.absent.403',
    title: 'answers 401 where the Authorization header is absent',
    points: refusingWith(401, ({ condition }, { endpoint }) => condition === 'no-credential' && endpoint !== 'info'),
  }),
  ...ENDPOINTS.map((endpoint) =>
    defineFault({
      rule: 'auth.absent.403',
      variant: `on-${endpoint}`,
      title: `answers 401 where the Authorization header is absent, on ${endpoint} alone`,
      points: refusingWith(401, ({ condition }, call) => condition === 'no-credential' && call.endpoint === endpoint),
    }),
  ),
  defineFault({
    rule: 'auth.get-on-post-only.403',
    title: 'answers 404 to a GET on an endpoint that takes POST alone',
    points: refusingWith(404, ({ condition }, { method }) => condition === 'wrong-method' && method === 'GET'),
  }),
  defineFault({
    rule: 'auth.never-405',
    title: 'answers 405 to methods that an endpoint does not have',
    points: refusingWith(405, ({ condition }, { method }) => condition === 'wrong-method' && method !== 'GET'),
  }),
  defineFault({
    rule: 'auth.refused.no-effect',
    alsoBreaks: ['create.state.incomplete', 'submit.plain-flow.200-empty'],
    title: 'carries out submissions that it refuses for want of a token',
    points: {
      effects: (commands, call) =>
        call.endpoint === 'submit' && call.condition === 'no-credential' && call.application !== undefined
          ? [...commands, submissionOf(call)]
          : commands,
    },
  }),
  defineFault({
    rule: 'auth.no-leak',
    title: 'tells the number and status of an application to who has no token',
    points: answering(
      'no-credential',
      (draft, { application }) =>
        application === undefined
          ? draft
          : {
              ...draft,
              body: {
                ...(draft.body as object),
                application: { id: application.id, status: application.status, answers: application.answers },
              },
            },
      ({ endpoint }) => endpoint === 'result',
    ),
  }),
];
