import * as z from 'zod';

import { passes } from '../check/check.ts';
import { timestamp } from '../conventions/timestamp.ts';
import { updatedAtFollowsCreatedAt } from './checks.ts';

/** Value of an answer. @see Specification, "Answer" */
export const answerValue = z
  .union([z.string(), z.number(), z.boolean()])
  .meta({ id: 'AnswerValue', description: 'Answer of the applicant or the client; a boolean for a checkbox' });

/**
 * Builds the schema of an Answer that holds `value`. Of its fields only `value` is required; `updated_at` is not before
 * `created_at`.
 *
 * @see Specification, "Answer"
 */
export function answerOf<Value extends z.ZodType>(
  value: Value,
): z.ZodObject<
  { value: Value; created_at: z.ZodOptional<typeof timestamp>; updated_at: z.ZodOptional<typeof timestamp> },
  z.core.$strict
> {
  return z
    .strictObject({
      value,
      created_at: timestamp.optional().meta({ description: 'Time of the first capture' }),
      updated_at: timestamp
        .optional()
        .meta({ description: 'Time of the last change, by a correction or another scan' }),
    })
    .superRefine(passes(updatedAtFollowsCreatedAt));
}

/** An Answer of any question. @see Specification, "Answer" */
export const answer = answerOf(answerValue).meta({ id: 'Answer' });

export type AnswerValue = z.infer<typeof answerValue>;
export type Answer = z.infer<typeof answer>;
