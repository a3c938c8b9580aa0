import fc from 'fast-check';

import { knownAnswers } from '../answers/answers.ts';
import type { MessagesByKey } from '../errors/error-bodies.ts';
import { DETAIL_401, DETAIL_403 } from '../errors/error-details.ts';

const messages = fc.string({ minLength: 1, maxLength: 40 });

/** Question keys with messages about their values; at least one. */
export function messagesByKeys(): fc.Arbitrary<MessagesByKey> {
  const keys = fc.constantFrom(...Object.keys(knownAnswers), 'ekyc_document', 'ekyc_liveness', 'customer_ref');
  return fc.dictionary(keys, fc.array(messages, { minLength: 1, maxLength: 2 }), {
    minKeys: 1,
    maxKeys: 4,
    noNullPrototype: true,
  });
}

function envelopes<Status extends number, Message extends string, Detail>(
  status_code: Status,
  message: Message,
  details: fc.Arbitrary<Detail>,
): fc.Arbitrary<{ error: { status_code: Status; message: Message; detail: Detail } }> {
  return details.map((detail) => ({ error: { status_code, message, detail } }));
}

/** Bodies of errors, each named as its schema is. */
export const errorArbitraries = {
  badRequestError: () => envelopes(400, 'Bad Request', messages),
  unauthorizedError: () => envelopes(401, 'Unauthorized', fc.constant(DETAIL_401)),
  forbiddenError: () => envelopes(403, 'Forbidden', fc.constant(DETAIL_403)),
  notFoundError: () => envelopes(404, 'Not Found', messages),
  noCreditError: () => envelopes(461, 'Insufficient Credit', messages),
  createValidationError: () => envelopes(422, 'Unprocessable Entity', messagesByKeys()),
  submitValidationError: messagesByKeys,
  resendNotFoundError: () => messages.map((detail) => ({ detail })),
};
