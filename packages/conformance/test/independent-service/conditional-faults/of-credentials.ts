import type { Answer } from '../answering.ts';
import { isComplete, isPlain, onAnswer } from '../changes.ts';
import { TOKENS } from '../service.ts';
import type { Seen } from '../settings.ts';
import type { ConditionalFault } from './conditional-fault.ts';
import { tokenOf } from './of-applications.ts';

/** Faults of authentication. */
export const FAULTS_OF_CREDENTIALS: readonly ConditionalFault[] = [
  {
    id: 'result-for-other-workspace',
    slip: 'The result asks for a valid token, and not for one of the workspace of the application.',
    condition: 'result of a submitted application with the token of another workspace',
    breaks: 'Results, images and screening outcomes are never readable without the token.',
    rule: 'auth.no-leak',
    permitted: 'The response to a token of another workspace is not shown.',
    shows: /^result, (submitted|changed) \w+, other workspace/,
    settings: () => ({
      answer: (seen) => {
        const { call, application, service, next } = seen;
        if (call.endpoint !== 'result' || !isComplete(application)) return next();
        const { token } = call;
        const isValid = service.workspaces.some(({ tokens }) => typeof token === 'object' && tokens.has(token.value));
        return isValid ? next({ token: tokenOf(application) }) : next();
      },
    }),
  },
  {
    id: 'longer-token-on-resend',
    slip: 'The view of resends compares tokens with `startsWith`.',
    condition: 'resend with the token and more after it',
    breaks: 'Header present, token invalid or revoked: `401`',
    rule: 'auth.invalid-token.401',
    shows: /^hook-submit, \w+( \w+)?, longer/,
    settings: () => ({
      answer: (seen) =>
        admitting(seen, ['hook-submit'], (given, token) => given.length > token.length && given.startsWith(token)),
    }),
  },
  {
    id: 'any-case-token-on-submitted-info',
    slip: 'The info looks tokens up in a column whose collation ignores case.',
    condition: 'info of a submitted application with the token in capitals',
    breaks: 'Header present, token invalid or revoked: `401`',
    rule: 'auth.invalid-token.401',
    shows: /^info, (submitted|changed) \w+, capitals/,
    settings: () => ({
      answer: (seen) => admitting(seen, ['info'], (given, token) => given.toLowerCase() === token.toLowerCase()),
    }),
  },
  {
    id: 'any-scheme-on-result',
    slip: 'The view of results takes the last word of the header for the token.',
    condition: 'result with another scheme and the right token',
    breaks: 'Header `Authorization: Bearer {api_token}`',
    rule: 'auth.other-scheme.401',
    shows: /^result, \w+ \w+, other scheme$/,
    settings: () => ({
      answer: ({ call, next }) => {
        if (call.endpoint !== 'result' || call.token !== 'unusable') return next();
        return next({ token: { value: (call.headers.authorization ?? '').split(' ').at(-1) ?? '' } });
      },
    }),
  },
  {
    id: 'revoked-reads-submitted-info',
    slip: 'The info keeps tokens in a cache that a revocation does not clear.',
    condition: 'info of a submitted application with a revoked token',
    breaks: 'Header present, token invalid or revoked: `401`',
    rule: 'auth.revoked-token.401',
    shows: /^info, (submitted|changed) \w+, revoked/,
    settings: () => ({ answer: (seen) => admitting(seen, ['info'], (given) => given === TOKENS.revoked) }),
  },
  {
    id: 'absent-401-in-indonesian',
    slip: 'The router of `id` has its own guard, which answers 401 to everyone it does not know.',
    condition: 'submit without a header under `id`',
    breaks: 'Header absent entirely: `403`',
    rule: 'auth.absent.403',
    shows: /^submit without a header, under id$/,
    settings: () =>
      onAnswer(
        ({ call }) => call.endpoint === 'submit' && call.lang === 'id' && call.token === 'absent',
        (_, { next }) => next({ token: 'unusable' }),
      ),
  },
  {
    id: 'refused-submit-completes',
    slip: 'Submit of a plain flow commits before the guard of the answer refuses.',
    condition: 'submit of an open plain application with valid answers and a wrong token',
    breaks: 'Token requirement per endpoint: create, result, submit, hook-submit: always.',
    rule: 'auth.refused.no-effect',
    shows: /^submit, open plain, (wrong|longer|cut|capitals|other scheme|revoked)/,
    settings: () =>
      onAnswer(
        ({ call, application }) =>
          call.endpoint === 'submit' && application?.state === 'incomplete' && isPlain(application),
        (answer, { application, next }) => {
          if (answer.status === 401 && application !== undefined) next({ token: tokenOf(application) });
          return answer;
        },
      ),
  },
];

/** Answers a call on one of the endpoints for a token that only resembles one of the workspaces. */
function admitting(
  { call, service, next }: Seen,
  endpoints: readonly string[],
  resembles: (given: string, token: string) => boolean,
): Answer {
  const { token } = call;
  if (typeof token === 'string' || !endpoints.includes(call.endpoint)) return next();
  const known = service.workspaces.flatMap(({ tokens }) => [...tokens]);
  const taken = known.includes(token.value) ? undefined : known.find((each) => resembles(token.value, each));
  return taken === undefined ? next() : next({ token: { value: taken } });
}
