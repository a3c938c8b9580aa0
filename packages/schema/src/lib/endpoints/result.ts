import * as z from 'zod';

import { answers } from '../answers/answers.ts';
import { application } from '../application/application.ts';
import { passes } from '../check/check.ts';
import { keywordsOf } from '../check/stated.ts';
import { openIsEmpty, partsAgree } from '../events/consistency.ts';
import { extra } from '../events/extra.ts';

/**
 * Body of the 200: the webhook without its event. Until the application is submitted, `answers` and `extra` are empty.
 *
 * @see Specification, "2. Get application result"
 */
export const resultResponse = z
  .strictObject({ application, answers, extra })
  .superRefine(passes(openIsEmpty, ...partsAgree))
  .meta({ id: 'ResultResponse', ...keywordsOf(openIsEmpty, ...partsAgree) });

export type ResultResponse = z.infer<typeof resultResponse>;
