import * as z from 'zod';

import { passes } from '../check/check.ts';
import { integer } from '../conventions/integer.ts';
import { notNull } from '../conventions/not-null.ts';
import { platformLocale } from '../locale/platform-locale.ts';
import { applicationIdDiffers } from './checks.ts';

/**
 * Body of the 200, about 57 kB of which only these fields are shown; everything else passes.
 *
 * @see Specification, "3. Get application info"
 */
export const infoResponse = z
  .looseObject({
    data: z
      .looseObject({
        id: integer.meta({ description: 'The id of the application: `application.id` of webhook and result' }),
        current_step: notNull.meta({ description: 'Current step of the flow; its type is not shown' }),
        is_submitted: z.boolean().meta({ description: 'The applicant submitted the application' }),
        data: notNull.meta({ description: 'The persisted answers; their type is not shown' }),
        application: z
          .looseObject({ id: integer.optional() })
          .optional()
          .meta({ description: 'Its `id` is another number than `data.id`' }),
      })
      .superRefine(passes(applicationIdDiffers))
      .meta({ description: 'The application' }),
    schema_config: z
      .looseObject({
        configs: z
          .looseObject({
            locale: z
              .looseObject({ available_locales: z.array(platformLocale).meta({ description: 'Locales of the form' }) })
              .meta({ description: 'Locale settings' }),
          })
          .meta({ description: 'Settings of the form' }),
      })
      .meta({ description: 'The form schema' }),
  })
  .meta({ id: 'InfoResponse' });

export type InfoResponse = z.infer<typeof infoResponse>;
