import * as z from 'zod';

import { consentTimestamp, isoDate } from '../conventions/timestamp.ts';
import { documentType } from '../ekyc/attempts.ts';
import { answer, answerOf } from './answer.ts';
import { ALPHA_3_COUNTRIES } from './countries.ts';
import { isNationalId } from './national-id.ts';

const text = answerOf(z.string());

const country = answerOf(
  z.enum(ALPHA_3_COUNTRIES, 'must be an ISO 3166-1 alpha-3 country code').meta({ id: 'CountryCode' }),
);

/** How the 13 digits are grouped is not shown, so spaces and hyphens between them pass. */
const nationalId = z
  .string()
  .regex(/^[ -]*(?:[0-9][ -]*){13}$/, 'must be the 13 digits of a national id')
  .refine((text) => isNationalId(text.replaceAll(/[ -]/g, '')), 'must end in a valid check digit')
  .meta({ id: 'NationalId' });

/** Answers whose key the specification names, each with what its value holds. @see Specification, "Answer" */
export const knownAnswers = {
  nid: answerOf(nationalId),
  document_number: text,
  ekyc_document_type: answerOf(documentType),
  ekyc_document_country: country,
  name_prefix: text,
  gender: answerOf(z.enum(['M', 'F'])),
  full_name_type: answerOf(z.enum(['parts', 'full'])),
  full_name_first_name: text,
  full_name_last_name: text,
  full_name_en_first_name: text,
  full_name_en_last_name: text,
  date_of_birth: answerOf(isoDate),
  date_of_issue: answerOf(isoDate),
  date_of_expiry: answerOf(isoDate),
  home_address_country: country,
  home_address_address: text,
  home_address_subdistrict: text,
  home_address_district: text,
  home_address_province: text,
  home_address_zipcode: text,
  home_address_address_1_common: text,
  home_address_address_2_common: text,
  home_address_city_common: text,
  home_address_postal_code_common: text,
  home_address_full: text,
  consent_version: answer,
  consent_date: answerOf(consentTimestamp),
  consent_checkbox_1: answerOf(z.boolean()),
} as const;

/** A question key that the specification names. */
export type KnownQuestionKey = keyof typeof knownAnswers;

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
export const answers = z.object(optional).catchall(answer).meta({ id: 'Answers' });

export type Answers = z.infer<typeof answers>;
