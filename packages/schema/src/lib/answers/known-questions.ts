/** Genders that an answer may give. @see Specification, "Answer" */
export const GENDERS = ['M', 'F'] as const;
/** Forms in which a name may be answered. @see Specification, "Answer" */
export const NAME_FORMS = ['parts', 'full'] as const;

/** Questions that the specification names: what their answers hold. @see Specification, "Answer" */
export const KNOWN_QUESTIONS = {
  nid: ['national id', 'National id number, 13 digits with a check digit; of national id submissions only'],
  document_number: ['text', 'Number printed on the document'],
  ekyc_document_type: ['document type', 'Document that the applicant uses: a national id (`front_card`) or a passport'],
  ekyc_document_country: ['country', 'Country that issued the document, ISO 3166-1 alpha-3'],
  name_prefix: ['text', 'Title; not compared with `gender`'],
  gender: ['gender', 'Gender, `M` or `F`'],
  full_name_type: ['name form', 'Form of the name, `parts` or `full`'],
  full_name_first_name: ['text', 'First name in local script, editable by the applicant; screening uses it'],
  full_name_last_name: ['text', 'Last name in local script, editable by the applicant; screening uses it'],
  full_name_en_first_name: ['text', 'First name in Latin script, read from the document; not editable'],
  full_name_en_last_name: ['text', 'Last name in Latin script, read from the document; not editable'],
  date_of_birth: ['date', 'Date of birth, YYYY-MM-DD'],
  date_of_issue: ['date', 'Date of issue of the document, YYYY-MM-DD'],
  date_of_expiry: ['date', 'Date of expiry of the document, YYYY-MM-DD; compare it with the submission date'],
  home_address_country: ['country', 'Country of residence, ISO 3166-1 alpha-3; always there once submitted'],
  home_address_address: ['text', 'Thai address: house and street'],
  home_address_subdistrict: ['text', 'Thai address: subdistrict'],
  home_address_district: ['text', 'Thai address: district'],
  home_address_province: ['text', 'Thai address: province'],
  home_address_zipcode: ['text', 'Thai address: postal code'],
  home_address_address_1_common: ['text', 'International address: first line'],
  home_address_address_2_common: ['text', 'International address: second line'],
  home_address_city_common: ['text', 'International address: city'],
  home_address_postal_code_common: ['text', 'International address: postal code'],
  home_address_full: ['text', 'Address on a single line, derived; absent on some submissions'],
  consent_version: ['anything', 'Version of the consent text'],
  consent_date: ['time of consent', 'Time of the consent, the one date-time with a Z suffix'],
  consent_checkbox_1: ['boolean', 'State of the consent checkbox'],
} as const;

/** A question key that the specification names. */
export type KnownQuestionKey = keyof typeof KNOWN_QUESTIONS;
