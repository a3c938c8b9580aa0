import { readAt, replaceAt } from '@idvkit/json';

import { defineBreaches, gone, inBody, missing, values, type Edit } from './breach.ts';
import { asText, text } from './change.ts';

/** Edits of a map of messages by question key. */
const MAP_EDITS: readonly Edit[] = [
  {
    variant: 'bare-messages',
    title: 'gives one message per key instead of a list of them',
    change: (map) => replaceAt(map, '*', (messages) => readAt(messages, '0')),
  },
  { change: (map) => replaceAt(map, '*', () => [{ code: 'wrong' }]) },
];

const on401 = inBody('unauthorizedError');
const on403 = inBody('forbiddenError');
const on404 = inBody('notFoundError');
const on461 = inBody('noCreditError');
const onCreate422 = inBody('createValidationError');
const onSubmit422 = inBody('submitValidationError');
const onResend404 = inBody('resendNotFoundError');

/** Breaches of the rules about the bodies of errors. */
export const errorsBreaches = defineBreaches({
  'error.envelope.shape': [
    ...on404('', {
      title: 'answers an unknown application with a bare detail',
      change: () => ({ detail: 'Not found.' }),
    }),
    ...on404('error.message', { variant: 'no-message', title: 'leaves out the message of an error', change: gone }),
    ...on403('error.status_code', { variant: 'text', title: 'writes the status in an error as text', change: asText }),
    ...missing(on403, 'error.status_code', 'error.detail'),
  ],
  'error.envelope.message': [
    ...on401('error.message', {
      title: 'has another reason phrase on 401',
      change: () => 'Authentication failed',
    }),
    ...on403(
      'error.message',
      { variant: 'case', title: 'writes forbidden in lower case', change: () => 'forbidden' },
      ...values(''),
    ),
  ],
  'error.envelope.detail-string': on404(
    'error.detail',
    { title: 'gives detail as an object where it should be text', change: (detail) => ({ text: detail }) },
    { change: (detail) => [detail] },
  ),
  'error.401.detail': on401(
    'error.detail',
    { title: 'has another text on 401', change: () => 'Invalid token.' },
    {
      variant: 'dash',
      title: 'has a dash for two hyphens in the text of a 401',
      change: text((detail) => detail.replace('--', '–')),
    },
    ...values(''),
  ),
  'error.403.detail': on403(
    'error.detail',
    { title: 'has another text on 403', change: () => 'Authentication credentials were not provided.' },
    ...values(''),
  ),
  'create.422.detail-map': onCreate422(
    'error.detail',
    { title: 'summarizes what is wrong with the answers in one sentence', change: () => 'Some answers are invalid.' },
    ...MAP_EDITS,
  ),
  'create.credit.461-envelope': [
    ...on461('', {
      alsoBreaks: ['error.envelope.shape'],
      title: 'says bare that credit is missing',
      change: () => ({ detail: 'Insufficient credit.' }),
    }),
    ...on461('error.status_code', {
      variant: 'status-code',
      alsoBreaks: ['error.envelope.status-code'],
      title: 'says 402 in the body of a 461',
      change: () => 402,
    }),
  ],
  'submit.422.flat-map': onSubmit422(
    '',
    {
      title: 'wraps what is missing in the envelope of other errors',
      change: (map) => ({ error: { status_code: 422, message: 'Unprocessable Entity', detail: map } }),
    },
    ...MAP_EDITS,
  ),
  'resend.404.bare-detail': [
    ...onResend404(
      '',
      {
        title: 'wraps its 404 in the envelope of other errors',
        change: (body) => ({ error: { status_code: 404, message: 'Not Found', detail: readAt(body, 'detail') } }),
      },
      {
        variant: 'message',
        title: 'calls the text of its 404 message',
        change: (body) => ({ message: readAt(body, 'detail') }),
      },
    ),
    ...onResend404('detail', ...values({ reason: 'unknown' })),
  ],
});
