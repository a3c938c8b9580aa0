import * as z from 'zod';

import { KNOWN_EVENT_TYPES } from '../events/event-types.ts';
import { answers } from './answers.ts';
import { application } from './application.ts';
import { ekyc } from './ekyc.ts';
import { identityAml } from './identity-aml.ts';
import { openEnum, openObject } from './open.ts';

/** Header of an event. Branch on its `type` first. @see Specification, "Envelope" */
export const event = openObject({
  type: openEnum(z.enum(KNOWN_EVENT_TYPES)),
  nounce: z.string().optional(),
  version: z.number().optional(),
  created_at: z.string().optional(),
});

/** Header of a submission. @see Specification, "Envelope" */
export const submitFormEvent = event.extend({ type: z.literal('submit_form') });

/** Header of a lifecycle event. @see Specification, "Envelope" */
export const lifecycleEvent = event.omit({ version: true }).extend({ type: z.enum(['update_status', 'drop_off']) });

/** Results of the checks of a submission. @see Specification, "Envelope" */
export const extra = openObject({
  ekyc: ekyc.optional(),
  identity_aml: identityAml.optional(),
  bank_statement: z.unknown().optional(),
});

/**
 * Body of any delivery. Branch on the event first, with {@link isSubmission} and {@link isLifecycleEvent}. Acknowledge and ignore other
 * events: their payload may have any shape.
 *
 * @see Specification, "Event types"
 *
 * @example
 * const received = delivery.parse(JSON.parse(body))
 * if (isSubmission(received)) store(received.application.slug, received.answers?.nid?.value)
 */
export const delivery = openObject({
  event,
  application: application.optional(),
  answers: answers.optional(),
  extra: extra.optional(),
});

/** Body of a `submit_form` delivery. @see Specification, "Event types" */
export const submitFormDelivery = delivery.extend({ event: submitFormEvent, application });

/** Body of an `update_status` or `drop_off` delivery. @see Specification, "Event types" */
export const lifecycleDelivery = openObject({ event: lifecycleEvent, application });
