import * as z from 'zod';

import { integer } from '../conventions/integer.ts';
import { DETAIL_401, DETAIL_403 } from './error-details.ts';

/** Question key to the messages about its value. */
export const messagesByKey = z
  .record(z.string(), z.array(z.string()))
  .meta({ id: 'MessagesByKey', description: 'Messages by question key' });

const meta = {
  error: { description: 'The error' },
  status_code: { description: 'Status code of the response' },
  message: { description: 'Reason phrase' },
  detail: { description: 'Explanation; on 422 of create, messages by question key' },
};

function envelopeOf<Code extends number, Message extends z.ZodType, Detail extends z.ZodType>(
  code: Code,
  message: Message,
  detail: Detail,
) {
  return z.strictObject({
    error: z
      .strictObject({
        status_code: z.literal(code).meta(meta.status_code),
        message: message.meta(meta.message),
        detail,
      })
      .meta(meta.error),
  });
}

const reason = z.string();
const explanation = z.string().meta(meta.detail);

/** 401: header present, token invalid or revoked. @see Specification, "Errors" */
export const unauthorizedError = envelopeOf(
  401,
  z.literal('Unauthorized'),
  z.literal(DETAIL_401).meta(meta.detail),
).meta({
  id: 'UnauthorizedError',
});
/** 403: header absent, GET on a POST-only endpoint, or submitted already. @see Specification, "Errors" */
export const forbiddenError = envelopeOf(403, z.literal('Forbidden'), z.literal(DETAIL_403).meta(meta.detail)).meta({
  id: 'ForbiddenError',
});
/** 400; what gives it is not shown. @see Specification, "Errors" */
export const badRequestError = envelopeOf(400, reason, explanation).meta({ id: 'BadRequestError' });
/** 404 on every endpoint but resend; its text is not shown. @see Specification, "Errors" */
export const notFoundError = envelopeOf(404, reason, explanation).meta({ id: 'NotFoundError' });
/** 461: too little credit for the whole flow. @see Specification, "Status codes" */
export const noCreditError = envelopeOf(461, reason, explanation).meta({ id: 'NoCreditError' });
/** 422 on create: `error.detail` is a map of question key to messages. @see Specification, "Errors" */
export const createValidationError = envelopeOf(422, reason, messagesByKey).meta({ id: 'CreateValidationError' });
/** 422 on submit: the bare map, with no `error` around it. @see Specification, "Errors" */
export const submitValidationError = messagesByKey.meta({ id: 'SubmitValidationError' });
/** 404 on resend: a bare `detail`, with no `error` around it. @see Specification, "Errors" */
export const resendNotFoundError = z
  .strictObject({ detail: z.string().meta({ description: 'Explanation' }) })
  .meta({ id: 'ResendNotFoundError' });
/** Any body with the common envelope. @see Specification, "Errors" */
export const errorEnvelope = z
  .strictObject({
    error: z
      .strictObject({
        status_code: integer.meta(meta.status_code),
        message: reason.meta(meta.message),
        detail: z.union([z.string(), messagesByKey]).meta(meta.detail),
      })
      .meta(meta.error),
  })
  .meta({ id: 'ErrorEnvelope' });

export type MessagesByKey = z.infer<typeof messagesByKey>;
export type ErrorEnvelope = z.infer<typeof errorEnvelope>;
export type CreateValidationError = z.infer<typeof createValidationError>;
export type SubmitValidationError = z.infer<typeof submitValidationError>;
export type ResendNotFoundError = z.infer<typeof resendNotFoundError>;
