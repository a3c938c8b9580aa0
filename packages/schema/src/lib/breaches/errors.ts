import { readAt, replaceAt } from '@idvkit/json';

import { on, defineBreaches, gone, inBody, missing, values, type Edit } from './breach.ts';
import { text } from './change.ts';

/** Edits of a map of messages by question key. */
const MAP_EDITS: readonly Edit[] = [
  {
    variant: 'bare-messages',
    title: 'gives one message per key instead of a list of them',
    change: (map) => replaceAt(map, '*', (messages) => readAt(messages, '0')),
  },
  { change: (map) => replaceAt(map, '*', () => []) },
  { change: (map) => replaceAt(map, '*', () => [{ code: 'wrong' }]) },
];

/** Breaches of the rules about the bodies of errors. */
export const errorsBreaches = defineBreaches({
  'error.envelope.shape': [
    ...inBody(
      'notFoundError',
      on('', {
        title: 'answers an unknown application with a bare detail',
        change: () => ({ detail: 'Not found.' }),
      }),
      on('error.message', { variant: 'no-message', title: 'leaves out the message of an error', change: gone }),
    ),
    ...inBody(
      'forbiddenError',
      on('error.status_code', { variant: 'text', title: 'writes the status in an error as text', change: String }),
      missing('error.status_code', 'error.detail'),
    ),
  ],
  'error.envelope.message': on(
    'error.message',
    {
      kind: 'unauthorizedError',
      title: 'has a reason phrase of its own on 401',
      change: () => 'Authentication failed',
    },
    {
      kind: 'forbiddenError',
      variant: 'case',
      title: 'writes forbidden in lower case',
      change: () => 'forbidden',
    },
    { kind: 'forbiddenError', change: () => '' },
  ),
  'error.envelope.detail-string': inBody(
    'notFoundError',
    on(
      'error.detail',
      {
        title: 'gives detail as an object where it should be text',
        change: (detail) => ({ text: detail }),
      },
      { change: (detail) => [detail] },
    ),
  ),
  'error.401.detail': inBody(
    'unauthorizedError',
    on(
      'error.detail',
      { title: 'has a text of its own on 401', change: () => 'Invalid token.' },
      {
        variant: 'dash',
        title: 'has a dash for two hyphens in the text of a 401',
        change: text((detail) => detail.replace('--', '–')),
      },
      ...values(''),
    ),
  ),
  'error.403.detail': inBody(
    'forbiddenError',
    on(
      'error.detail',
      {
        title: 'has a text of its own on 403',
        change: () => 'Authentication credentials were not provided.',
      },
      ...values(''),
    ),
  ),
  'create.422.detail-map': inBody(
    'createValidationError',
    on(
      'error.detail',
      {
        title: 'sums up what is wrong with the answers in one sentence',
        change: () => 'Some answers are invalid.',
      },
      ...MAP_EDITS,
    ),
  ),
  'create.credit.461-envelope': inBody(
    'noCreditError',
    on('', {
      alsoBreaks: ['error.envelope.shape'],
      title: 'says bare that credit is missing',
      change: () => ({ detail: 'Insufficient credit.' }),
    }),
    on('error.status_code', {
      variant: 'status-code',
      alsoBreaks: ['error.envelope.status-code'],
      title: 'says 402 in the body of a 461',
      change: () => 402,
    }),
  ),
  'submit.422.flat-map': inBody(
    'submitValidationError',
    on(
      '',
      {
        title: 'wraps what is missing in the envelope of other errors',
        change: (map) => ({ error: { status_code: 422, message: 'Unprocessable Entity', detail: map } }),
      },
      ...MAP_EDITS,
    ),
  ),
  'resend.404.bare-detail': inBody(
    'resendNotFoundError',
    on(
      '',
      {
        title: 'wraps its 404 in the envelope of other errors',
        change: (body) => ({
          error: { status_code: 404, message: 'Not Found', detail: readAt(body, 'detail') },
        }),
      },
      {
        variant: 'message',
        title: 'calls the text of its 404 message',
        change: (body) => ({ message: readAt(body, 'detail') }),
      },
    ),
    on('detail', ...values({ reason: 'unknown' })),
  ),
});
