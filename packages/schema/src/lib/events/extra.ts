import * as z from 'zod';

import { identityAml } from '../aml/identity-aml.ts';
import { ekyc } from '../ekyc/ekyc.ts';

/** Anything that JSON can hold but null. */
const notNull = z.union([z.string(), z.number(), z.boolean(), z.array(z.unknown()), z.record(z.string(), z.unknown())]);

/**
 * What the checks found. `bank_statement` appears on flows that collect one; its shape is not shown.
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
