import * as z from 'zod';

import { answerInput } from './create.ts';

/** Body of a submit call. @see Specification, "4. Submit an application" */
export const submitRequest = z
  .strictObject({ answers: answerInput })
  .meta({ id: 'SubmitRequest', description: 'Body of a submit call' });

export type SubmitRequest = z.infer<typeof submitRequest>;
