import { z } from 'zod';

import { platformLocale } from '../locale/platform-locales.ts';

/**
 * Body of the 200, about 57 kB of which these fields alone are shown; everything else passes.
 *
 * @see Specification, "3. Get application info"
 */
export const infoResponse = z
  .looseObject({
    data: z.looseObject({
      id: z.int(),
      current_step: z.string(),
      is_submitted: z.boolean(),
      data: z.record(z.string(), z.unknown()),
      application: z.looseObject({ id: z.int().optional() }).optional(),
    }),
    schema_config: z.looseObject({
      configs: z.looseObject({ locale: z.looseObject({ available_locales: z.array(platformLocale) }) }),
    }),
  })
  .meta({ id: 'InfoResponse' });

export type InfoResponse = z.infer<typeof infoResponse>;
