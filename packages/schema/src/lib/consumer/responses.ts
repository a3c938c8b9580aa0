import * as z from 'zod';

import { answers } from './answers.ts';
import { application } from './application.ts';
import { extra } from './deliveries.ts';
import { openObject } from './open.ts';

/** Details of a new application. @see Specification, "1. Create application" */
export const createDetail = openObject({
  form: z.string(),
  slug: z.string(),
  step: z.string().optional(),
  section: z.string().optional(),
  submitted_at: z.string().nullable().optional(),
});

/** Answer to a create call. @see Specification, "1. Create application" */
export const createResponse = openObject({ form_url: z.string(), info: z.string(), detail: createDetail });

/** Answer to a result call. @see Specification, "2. Get application result" */
export const resultResponse = openObject({
  application,
  answers: answers.optional(),
  extra: extra.optional(),
});

/** Answer to an info call. @see Specification, "3. Get application info" */
export const infoResponse = openObject({
  data: openObject({
    id: z.number().optional(),
    current_step: z.unknown().optional(),
    is_submitted: z.boolean().optional(),
    data: z.unknown().optional(),
  }),
  schema_config: openObject({
    configs: openObject({
      locale: openObject({ available_locales: z.array(z.string()).optional() }).optional(),
    }).optional(),
  }).optional(),
});
