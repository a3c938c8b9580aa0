import * as z from 'zod';

import { answerValue } from '../answers/answer.ts';
import { knownAnswers } from '../answers/answers.ts';
import type { KnownQuestionKey } from '../answers/known-questions.ts';
import { openEnum, openObject } from './open.ts';

// Inferred: the type is as long as the schema.
const answerOf = <Value extends z.ZodType>(value: Value) =>
  openObject({ value: value.optional(), created_at: z.string().optional(), updated_at: z.string().optional() });

/** The answer to a question. @see Specification, "Answer" */
export const answer = answerOf(answerValue);

const text = answerOf(z.string()).optional();

/** Known questions whose answers are not plain texts. */
const typed = {
  ekyc_document_type: answerOf(openEnum(knownAnswers.ekyc_document_type.shape.value)).optional(),
  gender: answerOf(openEnum(knownAnswers.gender.shape.value)).optional(),
  full_name_type: answerOf(openEnum(knownAnswers.full_name_type.shape.value)).optional(),
  consent_version: answer.optional(),
  consent_checkbox_1: answerOf(z.boolean()).optional(),
};

const texts = Object.fromEntries(Object.keys(knownAnswers).map((key) => [key, text])) as Record<
  Exclude<KnownQuestionKey, keyof typeof typed>,
  typeof text // `Object.fromEntries` forgets the keys; those in `typed` are overwritten below.
>;

/** The answers of an application by question key. Other keys are fields and input parameters of the form. @see Specification, "Answer" */
export const answers = z.object({ ...texts, ...typed }).catchall(answer.optional());
