import * as z from 'zod';

import { answers } from './answers.ts';
import { application } from './application.ts';
import { extra } from './deliveries.ts';

/** What the service tells about a new application. @see Specification, "1. Create application" */
export const createDetail = z.looseObject({
  form: z.string(),
  slug: z.string(),
  step: z.string().optional(),
  section: z.string().optional(),
  submitted_at: z.string().nullable().optional(),
});

/** Answer to a create call. @see Specification, "1. Create application" */
export const createResponse = z.looseObject({ form_url: z.string(), info: z.string(), detail: createDetail });

/** Answer to a result call. @see Specification, "2. Get application result" */
export const resultResponse = z.looseObject({
  application,
  answers: answers.optional(),
  extra: extra.optional(),
});

/** Answer to an info call. @see Specification, "3. Get application info" */
export const infoResponse = z.looseObject({
  data: z.looseObject({
    id: z.number().optional(),
    current_step: z.string().optional(),
    is_submitted: z.boolean().optional(),
    data: z.record(z.string(), z.unknown()).optional(),
  }),
  schema_config: z
    .looseObject({
      configs: z
        .looseObject({ locale: z.looseObject({ available_locales: z.array(z.string()).optional() }).optional() })
        .optional(),
    })
    .optional(),
});

export type CreateDetail = z.infer<typeof createDetail>;
export type CreateResponse = z.infer<typeof createResponse>;
export type ResultResponse = z.infer<typeof resultResponse>;
export type InfoResponse = z.infer<typeof infoResponse>;
