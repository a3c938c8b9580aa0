import { z } from 'zod';

import { answers } from '../answers/answers.ts';
import { application } from '../application/application.ts';
import { extra } from '../events/extra.ts';

/** Body of the 200: the webhook without its event. @see Specification, "2. Get application result" */
export const resultResponse = z.strictObject({ application, answers, extra }).meta({ id: 'ResultResponse' });

export type ResultResponse = z.infer<typeof resultResponse>;
