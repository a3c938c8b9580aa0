import * as z from 'zod';

import { answerValue } from '../answers/answer.ts';
import { knownAnswers, type KnownQuestionKey } from '../answers/answers.ts';

const times = { created_at: z.string().optional(), updated_at: z.string().optional() };

/** An Answer of any question. @see Specification, "Answer" */
export const answer = z.looseObject({ value: answerValue, ...times });

const text = z.looseObject({ value: z.string(), ...times }).optional();

/** Known questions whose answers hold more, or something else, than any text. */
const typed = {
  ekyc_document_type: z.looseObject({ value: knownAnswers.ekyc_document_type.shape.value, ...times }).optional(),
  gender: z.looseObject({ value: knownAnswers.gender.shape.value, ...times }).optional(),
  full_name_type: z.looseObject({ value: knownAnswers.full_name_type.shape.value, ...times }).optional(),
  consent_version: answer.optional(),
  consent_checkbox_1: z.looseObject({ value: z.boolean(), ...times }).optional(),
};

const texts = Object.fromEntries(Object.keys(knownAnswers).map((key) => [key, text])) as Record<
  Exclude<KnownQuestionKey, keyof typeof typed>,
  typeof text // `Object.fromEntries` forgets the keys; those in `typed` are overwritten below.
>;

/** Answers by question key, those of unknown questions included. @see Specification, "Answer" */
export const answers = z.object({ ...texts, ...typed }).catchall(answer);

export type Answer = z.infer<typeof answer>;
export type Answers = z.infer<typeof answers>;
