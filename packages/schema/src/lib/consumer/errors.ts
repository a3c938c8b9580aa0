import * as z from 'zod';

import { openObject } from './open.ts';

/** Question key to the messages about its value. @see Specification, "Errors" */
export const messagesByKey = z.record(z.string(), z.array(z.string()));

function envelopeOf<Detail extends z.ZodType>(detail: Detail) {
  return openObject({
    error: openObject({ status_code: z.number().optional(), message: z.string().optional(), detail }),
  });
}

/** Any body with the common envelope. @see Specification, "Errors" */
export const errorEnvelope = envelopeOf(z.union([z.string(), messagesByKey]));
/** 400. @see Specification, "Errors" */
export const badRequestError = envelopeOf(z.string());
/** 401. @see Specification, "Errors" */
export const unauthorizedError = envelopeOf(z.string());
/** 403. @see Specification, "Errors" */
export const forbiddenError = envelopeOf(z.string());
/** 404 on every endpoint but resend. @see Specification, "Errors" */
export const notFoundError = envelopeOf(z.string());
/** 404 on resend. @see Specification, "Errors" */
export const resendNotFoundError = openObject({ detail: z.string() });
/** 422 on create. @see Specification, "Errors" */
export const createValidationError = envelopeOf(messagesByKey);
/** 422 on submit. @see Specification, "Errors" */
export const submitValidationError = messagesByKey.describe('Bare map, without an envelope');
/** 461 on create. @see Specification, "Errors" */
export const noCreditError = envelopeOf(z.string());
