import * as z from 'zod';

import { PLATFORM_LOCALES } from './platform-locales.ts';

/** One of the platform's locales. @see Specification, "Endpoints" */
export const platformLocale = z
  .enum(PLATFORM_LOCALES)
  .meta({ id: 'PlatformLocale', description: 'Locale of the platform' });
