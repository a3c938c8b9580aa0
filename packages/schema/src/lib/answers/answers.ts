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
  nid: answerOf(nationalId).meta({
    description: 'National id number, 13 digits with a check digit; of national id submissions only',
  }),
  document_number: text.meta({ description: 'Number printed on the document' }),
  ekyc_document_type: answerOf(documentType).meta({
    description: 'Document that the applicant uses: a national id (`front_card`) or a passport',
  }),
  ekyc_document_country: country.meta({ description: 'Country that issued the document, ISO 3166-1 alpha-3' }),
  name_prefix: text.meta({ description: 'Title; not compared with `gender`' }),
  gender: answerOf(z.enum(['M', 'F'])).meta({ description: 'Gender, `M` or `F`' }),
  full_name_type: answerOf(z.enum(['parts', 'full'])).meta({ description: 'Form of the name, `parts` or `full`' }),
  full_name_first_name: text.meta({
    description: 'First name in local script, editable by the applicant; screening uses it',
  }),
  full_name_last_name: text.meta({
    description: 'Last name in local script, editable by the applicant; screening uses it',
  }),
  full_name_en_first_name: text.meta({
    description: 'First name in Latin script, read from the document; not editable',
  }),
  full_name_en_last_name: text.meta({ description: 'Last name in Latin script, read from the document; not editable' }),
  date_of_birth: answerOf(isoDate).meta({ description: 'Date of birth, YYYY-MM-DD' }),
  date_of_issue: answerOf(isoDate).meta({ description: 'Date of issue of the document, YYYY-MM-DD' }),
  date_of_expiry: answerOf(isoDate).meta({
    description: 'Date of expiry of the document, YYYY-MM-DD; compare it with the submission date',
  }),
  home_address_country: country.meta({
    description: 'Country of residence, ISO 3166-1 alpha-3; always there once submitted',
  }),
  home_address_address: text.meta({ description: 'Thai address: house and street' }),
  home_address_subdistrict: text.meta({ description: 'Thai address: subdistrict' }),
  home_address_district: text.meta({ description: 'Thai address: district' }),
  home_address_province: text.meta({ description: 'Thai address: province' }),
  home_address_zipcode: text.meta({ description: 'Thai address: postal code' }),
  home_address_address_1_common: text.meta({ description: 'International address: first line' }),
  home_address_address_2_common: text.meta({ description: 'International address: second line' }),
  home_address_city_common: text.meta({ description: 'International address: city' }),
  home_address_postal_code_common: text.meta({ description: 'International address: postal code' }),
  home_address_full: text.meta({ description: 'Address on a single line, derived; absent on some submissions' }),
  consent_version: answer.meta({ description: 'Version of the consent text' }),
  consent_date: answerOf(consentTimestamp).meta({
    description: 'Time of the consent, the one date-time with a Z suffix',
  }),
  consent_checkbox_1: answerOf(z.boolean()).meta({ description: 'State of the consent checkbox' }),
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
export const answers = z
  .object(optional)
  .catchall(answer)
  .meta({ id: 'Answers', description: 'Answers by question key; a missing key is omitted' });

export type Answers = z.infer<typeof answers>;
