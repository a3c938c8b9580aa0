import * as z from 'zod';

import { integer } from '../conventions/integer.ts';
import { timestamp } from '../conventions/timestamp.ts';

const typeMeta = { description: 'Type of the event; branch on it first and ignore types that you do not handle' };

const common = {
  nounce: z.string().meta({ description: 'Unique per delivery, retries and resends included' }),
  created_at: timestamp.meta({ description: 'Time of this delivery, not of the submission' }),
};

/** Header of a submission. No other header carries a version. @see Specification, "Envelope" */
export const submitFormEvent = z
  .strictObject({
    ...common,
    type: z.literal('submit_form').meta(typeMeta),
    version: integer.meta({ description: 'Version of the payload; on submissions only' }),
  })
  .meta({ id: 'SubmitFormEvent', description: 'Header of the submission' });

/** Header of a lifecycle event, without a version. @see Specification, "Envelope" */
export const lifecycleEvent = z
  .strictObject({ ...common, type: z.enum(['update_status', 'drop_off']).meta(typeMeta) })
  .meta({ id: 'LifecycleEvent', description: 'Header of the lifecycle event' });

/** Header of any delivery that the specification names. */
export const event = z
  .discriminatedUnion('type', [submitFormEvent, lifecycleEvent])
  .meta({ id: 'Event', description: 'Header of the event' });

export type SubmitFormEvent = z.infer<typeof submitFormEvent>;
export type LifecycleEvent = z.infer<typeof lifecycleEvent>;
export type Event = z.infer<typeof event>;
