import * as z from 'zod';

import { answers } from '../answers/answers.ts';
import { application, submittedApplication } from '../application/application.ts';
import { passes } from '../check/check.ts';
import { keywordsOf } from '../check/stated.ts';
import { deliveryFollowsSubmission, dropOffIsNotSubmitted, imagesExpireAfterEvent, partsAgree } from './consistency.ts';
import { lifecycleEvent, submitFormEvent } from './event.ts';
import { extra } from './extra.ts';

const submissionAgrees = [...partsAgree, imagesExpireAfterEvent, deliveryFollowsSubmission];

/** Body of a `submit_form` delivery. @see Specification, "Event types" */
export const submitFormDelivery = z
  .strictObject({ event: submitFormEvent, application: submittedApplication, answers, extra })
  .superRefine(passes(...submissionAgrees))
  .meta({ id: 'SubmitFormDelivery', ...keywordsOf(...submissionAgrees) });

/** Body of an `update_status` or `drop_off` delivery: no answers, no extra. @see Specification, "Event types" */
export const lifecycleDelivery = z
  .strictObject({ event: lifecycleEvent, application })
  .superRefine(passes(deliveryFollowsSubmission, dropOffIsNotSubmitted))
  .meta({ id: 'LifecycleDelivery', ...keywordsOf(dropOffIsNotSubmitted) });

/** Body of any delivery that the specification names. @see Specification, "Events" */
export const delivery = z.union([submitFormDelivery, lifecycleDelivery]).meta({ id: 'Delivery' });

export type SubmitFormDelivery = z.infer<typeof submitFormDelivery>;
export type LifecycleDelivery = z.infer<typeof lifecycleDelivery>;
export type Delivery = z.infer<typeof delivery>;
