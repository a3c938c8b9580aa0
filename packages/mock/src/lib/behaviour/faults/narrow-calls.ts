import type { AnsweredCall } from '../hooks/behaviour.ts';
import type { Call } from '../hooks/call.ts';
import { removeAt } from '../hooks/document.ts';
import { defineFault, type Fault } from './fault.ts';
import { answering, changingAnswer, notRefusing, refusing, refusingWith, settingInPayload } from './points.ts';

const onCreate = ({ endpoint }: Call): boolean => endpoint === 'create';

/** Faults of answers that show on one endpoint, under one condition, or by very little. */
export const narrowCallFaults: readonly Fault[] = [
  defineFault({
    rule: 'create.body.required-fields',
    variant: 'no-info',
    title: 'leaves out info',
    points: answering('created', (draft) => ({ ...draft, body: removeAt(draft.body, 'info') })),
  }),
  defineFault({
    rule: 'create.form-url.uri',
    variant: 'no-scheme',
    title: 'gives the link without its scheme',
    points: changingAnswer('created', 'form_url', (url) => String(url).replace(/^https?:/, '')),
  }),
  defineFault({
    rule: 'create.detail.submitted-at-null',
    variant: 'empty',
    title: 'gives an empty text as submitted_at',
    points: changingAnswer('created', 'detail.submitted_at', () => ''),
  }),
  defineFault({
    rule: 'create.detail.step-section',
    variant: 'section',
    title: 'gives null as the section',
    points: changingAnswer('created', 'detail.section', () => null),
  }),
  defineFault({
    rule: 'create.answers.format-422',
    variant: 'checksum',
    alsoBreaks: ['create.422.names-bad-key'],
    title: 'takes national ids whatever their check digit',
    points: {
      answerProblems: (problems, { call }) =>
        onCreate(call) ? Object.fromEntries(Object.entries(problems).filter(([key]) => key !== 'nid')) : problems,
    },
  }),
  defineFault({
    rule: 'create.credit.461-envelope',
    variant: 'status-code',
    alsoBreaks: ['error.envelope.status-code'],
    title: 'says 402 in the body of a 461',
    points: changingAnswer('no-credit', 'error.status_code', () => 402),
  }),
  defineFault({
    rule: 'create.form-unknown.404',
    variant: 'forbidden',
    title: 'answers 403 for an unknown form',
    points: refusingWith(403, ({ condition }, { endpoint }) => condition === 'unknown-form' && endpoint === 'create'),
  }),
  defineFault({
    rule: 'result.open.empty',
    variant: 'extra',
    title: 'has an empty ekyc in extra before submission',
    points: settingInPayload(
      'extra.ekyc',
      () => ({}),
      ({ application }) => application.status === 'incomplete',
    ),
  }),
  defineFault({
    rule: 'result.status.200',
    variant: 'once-submitted',
    alsoBreaks: ['result.status.documented'],
    title: 'answers results of submitted applications with 203',
    points: answering(
      'result',
      (draft) => ({ ...draft, status: 203 }),
      ({ state }) => state === 'submitted',
    ),
  }),
  defineFault({
    rule: 'result.unknown.404',
    variant: 'bad-request',
    alsoBreaks: ['result.status.documented'],
    title: 'answers 400 for an unknown application',
    points: refusingWith(
      400,
      ({ condition }, { endpoint }) => condition === 'unknown-application' && endpoint === 'result',
    ),
  }),
  defineFault({
    rule: 'result.deleted.404',
    variant: 'forbidden',
    title: 'answers 403 for the result of a deleted application',
    points: refusingWith(
      403,
      ({ condition }, { endpoint }) => condition === 'deleted-application' && endpoint === 'result',
    ),
  }),
  defineFault({
    rule: 'info.data.id',
    variant: 'once-submitted',
    title: 'gives another id in the info once submitted',
    points: changingAnswer(
      'info',
      'data.id',
      (id) => Number(id) + 1,
      ({ state }) => state === 'submitted',
    ),
  }),
  defineFault({
    rule: 'info.data.is-submitted',
    variant: 'text',
    title: 'says as text whether an application is submitted',
    points: changingAnswer('info', 'data.is_submitted', String),
  }),
  defineFault({
    rule: 'info.deleted.404',
    variant: 'forbidden',
    alsoBreaks: ['info.status.documented'],
    title: 'answers 403 for the info of a deleted application',
    points: refusingWith(
      403,
      ({ condition }, { endpoint }) => condition === 'deleted-application' && endpoint === 'info',
    ),
  }),
  defineFault({
    rule: 'info.locales.listed',
    variant: 'upper-case',
    title: 'lists locales in upper case',
    points: changingAnswer('info', 'schema_config.configs.locale.available_locales.*', (locale) =>
      String(locale).toUpperCase(),
    ),
  }),
  defineFault({
    rule: 'info.submitted.no-token-refused',
    variant: 'wrong-token',
    title: 'gives info to any token after submission',
    points: notRefusing(
      (_, { endpoint, state, credential }) => endpoint === 'info' && state === 'submitted' && credential === 'invalid',
    ),
  }),
  defineFault({
    rule: 'submit.again.403',
    variant: 'conflict',
    alsoBreaks: ['submit.status.documented'],
    title: 'answers 409 to a second submission',
    points: refusingWith(409, ({ condition }) => condition === 'submitted-already'),
  }),
  defineFault({
    rule: 'submit.422.flat-map',
    variant: 'bare-messages',
    title: 'gives one message per key instead of a list of them',
    points: answering('missing-answers', (draft) => ({
      ...draft,
      body: Object.fromEntries(
        Object.entries(Object(draft.body) as Record<string, readonly unknown[]>).map(([key, [message]]) => [
          key,
          message,
        ]),
      ),
    })),
  }),
  defineFault({
    rule: 'submit.422.names-missing',
    variant: 'one-question',
    title: 'does not name a question that has no answer',
    points: {
      answerProblems: (problems, { call }) =>
        call.endpoint === 'submit'
          ? Object.fromEntries(Object.entries(problems).filter(([key]) => key !== 'home_address_country'))
          : problems,
    },
  }),
  defineFault({
    rule: 'resend.status.204-empty',
    variant: 'accepted',
    alsoBreaks: ['resend.status.documented', 'resend.never-submitted.204'],
    title: 'answers 202',
    points: answering('queued', (draft) => ({ ...draft, status: 202 })),
  }),
  defineFault({
    rule: 'resend.404.bare-detail',
    variant: 'message',
    title: 'calls the text of its 404 message',
    points: answering(
      'unknown-application',
      (draft) => ({ ...draft, body: { message: 'Not found.' } }),
      ({ endpoint }) => endpoint === 'resend',
    ),
  }),
  ...(['create', 'submit', 'resend'] as const).map((endpoint) =>
    defineFault({
      rule: 'auth.get-on-post-only.403',
      variant: `on-${endpoint}`,
      title: `answers 404 to a GET on ${endpoint} alone`,
      points: refusingWith(
        404,
        ({ condition }, call) => condition === 'wrong-method' && call.method === 'GET' && call.endpoint === endpoint,
      ),
    }),
  ),
  defineFault({
    rule: 'auth.never-405',
    variant: 'on-info',
    title: 'answers 405 to methods that info does not have',
    points: refusingWith(
      405,
      ({ condition }, { method, endpoint }) => condition === 'wrong-method' && method !== 'GET' && endpoint === 'info',
    ),
  }),
  defineFault({
    rule: 'auth.other-scheme.401',
    variant: 'on-result',
    title: 'takes another scheme for no credential at all, on result alone',
    points: refusingWith(
      403,
      ({ condition }, { credential, endpoint }) =>
        condition === 'bad-credential' && credential === 'other-scheme' && endpoint === 'result',
    ),
  }),
  defineFault({
    rule: 'auth.no-leak',
    variant: 'number',
    title: 'tells the number of an application in the text of a 403',
    alsoBreaks: ['error.403.detail'],
    points: changingAnswer(
      'no-credential',
      'error.detail',
      (text, { application }) =>
        application === undefined ? text : `${String(text)} (COK00${String(application.id).padStart(7, '0')})`,
      ({ endpoint }) => endpoint === 'result',
    ),
  }),
  defineFault({
    rule: 'error.envelope.shape',
    variant: 'no-message',
    title: 'leaves out the message of an error',
    points: answering('unknown-form', (draft) => ({ ...draft, body: removeAt(draft.body, 'error.message') })),
  }),
  defineFault({
    rule: 'error.envelope.shape',
    variant: 'text',
    title: 'writes the status in an error as text',
    points: changingAnswer('no-credential', 'error.status_code', String),
  }),
  defineFault({
    rule: 'error.envelope.message',
    variant: 'case',
    title: 'writes forbidden in lower case',
    points: changingAnswer('no-credential', 'error.message', () => 'forbidden'),
  }),
  defineFault({
    rule: 'error.401.detail',
    variant: 'dash',
    title: 'has a dash for two hyphens in the text of a 401',
    points: changingAnswer('bad-credential', 'error.detail', (text) => String(text).replace('--', '–')),
  }),
  defineFault({
    rule: 'error.403.detail',
    variant: 'on-get',
    title: 'has a text of its own on a GET where POST is due',
    points: changingAnswer(
      'wrong-method',
      'error.detail',
      () => 'Method not allowed.',
      ({ method }: AnsweredCall) => method === 'GET',
    ),
  }),
  defineFault({
    rule: 'error.content-type.json',
    variant: 'problem',
    title: 'labels errors of a create as problem+json',
    points: answering('bad-answers', (draft) => ({
      ...draft,
      headers: { ...draft.headers, 'content-type': 'application/problem+json' },
    })),
  }),
  defineFault({
    rule: 'locale.unknown.302',
    variant: 'on-result',
    title: 'answers 404 to a locale that it does not know, on result alone',
    points: answering(
      'unrecognised-locale',
      () => ({
        status: 404,
        headers: { 'content-type': 'application/json' },
        body: { error: { status_code: 404, message: 'Not Found', detail: 'Not found.' } },
      }),
      ({ endpoint }) => endpoint === 'result',
    ),
  }),
  defineFault({
    rule: 'info.open.with-token-200',
    variant: 'wrong-token',
    title: 'has no info for who shows a token while it needs none',
    alsoBreaks: ['create.info.resolves'],
    points: refusing(
      { condition: 'unknown-application', status: 404 },
      ({ endpoint, state, credential }) => endpoint === 'info' && state === 'open' && credential === 'valid',
    ),
  }),
];
