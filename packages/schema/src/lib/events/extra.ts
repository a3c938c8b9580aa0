import * as z from 'zod';

import { identityAml } from '../aml/identity-aml.ts';
import { notNull } from '../conventions/not-null.ts';
import { ekyc } from '../ekyc/ekyc.ts';

/**
 * Results of the checks. `bank_statement` appears on flows that collect one; its shape is not shown.
 *
 * @see Specification, "Envelope"
 */
export const extra = z
  .strictObject({
    ekyc: ekyc.optional(),
    identity_aml: identityAml.optional(),
    bank_statement: notNull
      .optional()
      .meta({ description: 'Statement analysis, on flows that collect one; its shape is not shown' }),
  })
  .meta({ id: 'Extra', description: 'Results of the checks' });

export type Extra = z.infer<typeof extra>;
