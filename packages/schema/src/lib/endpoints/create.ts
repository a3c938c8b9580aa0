import { z } from 'zod';

import { answerValue } from '../answers/answer.ts';
import { timestamp } from '../conventions/timestamp.ts';

/** A flat map of question key to value, as create and submit take it; never nested. */
export const answerInput = z.record(z.string(), answerValue).meta({ id: 'AnswerInput' });

/** Body of a create call; it may also be left out. @see Specification, "1. Create application" */
export const createRequest = z.object({ answers: answerInput.optional() }).meta({ id: 'CreateRequest' });

/** Body of the 201. @see Specification, "1. Create application" */
export const createResponse = z
  .strictObject({
    form_url: z.url().meta({ description: "The applicant's own form" }),
    info: z.url().meta({ description: 'Absolute URL of the info endpoint for this application' }),
    detail: z.strictObject({
      form: z.string(),
      slug: z.string().min(1),
      step: z.string().optional(),
      section: z.string().optional(),
      submitted_at: timestamp.nullable().optional(),
    }),
  })
  .meta({ id: 'CreateResponse' });

export type AnswerInput = z.infer<typeof answerInput>;
export type CreateRequest = z.infer<typeof createRequest>;
export type CreateResponse = z.infer<typeof createResponse>;
