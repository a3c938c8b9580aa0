import * as z from 'zod';

import { answers } from './answers.ts';
import { application } from './application.ts';
import { ekyc } from './ekyc.ts';
import { identityAml } from './identity-aml.ts';

/** Header of any event, of a type that is known or not. Branch on `type` first. @see Specification, "Envelope" */
export const event = z.looseObject({
  type: z.string(),
  nounce: z.string().optional(),
  version: z.number().optional(),
  created_at: z.string().optional(),
});

/** Header of a submission. @see Specification, "Envelope" */
export const submitFormEvent = event.extend({ type: z.literal('submit_form') });

/** Header of a lifecycle event. @see Specification, "Envelope" */
export const lifecycleEvent = event.extend({ type: z.enum(['update_status', 'drop_off']) });

/** What the checks found. @see Specification, "Envelope" */
export const extra = z.looseObject({
  ekyc: ekyc.optional(),
  identity_aml: identityAml.optional(),
  bank_statement: z.unknown().optional(),
});

/**
 * Body of any delivery, of event types that are yet to come as well: parse with this one, then tell them apart with
 * {@link isSubmission} and {@link isLifecycleEvent}, and acknowledge and ignore the rest.
 *
 * @see Specification, "Event types"
 *
 * @example
 * const received = delivery.parse(JSON.parse(body))
 * if (isSubmission(received)) store(received.application.slug, received.answers?.nid?.value)
 */
export const delivery = z.looseObject({
  event,
  application,
  answers: answers.optional(),
  extra: extra.optional(),
});

/** Body of a `submit_form` delivery. @see Specification, "Event types" */
export const submitFormDelivery = delivery.extend({ event: submitFormEvent });

/** Body of an `update_status` or `drop_off` delivery. @see Specification, "Event types" */
export const lifecycleDelivery = z.looseObject({ event: lifecycleEvent, application });

export type Event = z.infer<typeof event>;
export type SubmitFormEvent = z.infer<typeof submitFormEvent>;
export type LifecycleEvent = z.infer<typeof lifecycleEvent>;
export type Extra = z.infer<typeof extra>;
export type Delivery = z.infer<typeof delivery>;
export type SubmitFormDelivery = z.infer<typeof submitFormDelivery>;
export type LifecycleDelivery = z.infer<typeof lifecycleDelivery>;
