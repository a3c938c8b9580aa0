import * as z from 'zod';

import { consentTimestamp, isoDate } from '../conventions/timestamp.ts';
import { documentType } from '../ekyc/attempts.ts';
import { answer, answerOf } from './answer.ts';
import { ALPHA_3_COUNTRIES, USER_ASSIGNED_ALPHA_3 } from './countries.ts';
import { GENDERS, KNOWN_QUESTIONS, NAME_FORMS, type KnownQuestionKey } from './known-questions.ts';
import { isNationalId } from './national-id.ts';

/** How the 13 digits are grouped is not shown, so spaces and hyphens between them pass. */
const nationalId = z
  .string()
  .regex(/^[ -]*(?:[0-9][ -]*){13}$/, 'must be the 13 digits of a national id')
  .refine((text) => isNationalId(text.replaceAll(/[ -]/g, '')), 'must end in a valid check digit')
  .meta({ id: 'NationalId' });

const NOT_ALPHA_3 = 'must be an ISO 3166-1 alpha-3 country code';
const countryCode = z
  .union([z.enum(ALPHA_3_COUNTRIES, NOT_ALPHA_3), z.string().regex(USER_ASSIGNED_ALPHA_3, NOT_ALPHA_3)], NOT_ALPHA_3)
  .meta({ id: 'CountryCode' });

/** Answers by what they hold. */
const answersOf = {
  anything: answer,
  boolean: answerOf(z.boolean()),
  country: answerOf(countryCode),
  date: answerOf(isoDate),
  'document type': answerOf(documentType),
  gender: answerOf(z.enum(GENDERS)),
  'name form': answerOf(z.enum(NAME_FORMS)),
  'national id': answerOf(nationalId),
  text: answerOf(z.string()),
  'time of consent': answerOf(consentTimestamp),
};

/** Answers whose key the specification names, each with what its value holds. @see Specification, "Answer" */
export const knownAnswers = Object.fromEntries(
  Object.entries(KNOWN_QUESTIONS).map(([key, [held, description]]) => [key, answersOf[held].meta({ description })]),
) as {
  // `Object.fromEntries` forgets which schema belongs to which key.
  [Key in KnownQuestionKey]: (typeof answersOf)[(typeof KNOWN_QUESTIONS)[Key][0]];
};

const optional = Object.fromEntries(Object.entries(knownAnswers).map(([key, schema]) => [key, schema.optional()])) as {
  // `Object.fromEntries` forgets which schema belongs to which key.
  [Key in KnownQuestionKey]: z.ZodOptional<(typeof knownAnswers)[Key]>;
};

/**
 * Answers by question key: sparse, a missing key is omitted. Keys beyond the known ones are fields and input parameters
 * of the form.
 *
 * @see Specification, "Answer"
 */
export const answers = z
  .object(optional)
  .catchall(answer)
  .meta({ id: 'Answers', description: 'Answers by question key; a missing key is omitted' });

export type Answers = z.infer<typeof answers>;
