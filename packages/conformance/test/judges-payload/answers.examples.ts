import { drop, put, withPassport } from './change.ts';
import { breaks, type Example } from './example.ts';

export const answersExamples: readonly Example[] = [
  breaks('answers.map.object', 'an array', put('answers', [])),
  breaks('answers.map.object', 'bare values', put('answers.name_prefix', 'Mr.')),
  breaks('answers.answer.value-required', 'no value', drop('answers.name_prefix.value')),
  breaks('answers.answer.value-type', 'nested', put('answers.customer_ref.value', { a: null })),
  breaks('answers.answer.created-at', 'no date-time', put('answers.gender.created_at', 'yesterday')),
  breaks('answers.answer.updated-at', 'no date-time', put('answers.gender.updated_at', 1767582000)),
  breaks(
    'answers.answer.updated-at',
    'before created_at',
    put('answers.gender.updated_at', '2026-01-05T02:59:59+00:00'),
  ),
  breaks('answers.key.omitted-not-null', 'an Answer', put('answers.home_address_full', null)),
  breaks('answers.key.omitted-not-null', 'a value', put('answers.home_address_full.value', null)),
  breaks('answers.nid.check-digit', 'another last digit', put('answers.nid.value', '1101700230707')),
  breaks('answers.nid.national-id-only', 'on a passport', withPassport),
  breaks('answers.document-type.enum', 'another type', put('answers.ekyc_document_type.value', 'licence')),
  breaks('answers.document-country.alpha-3', 'alpha-2', put('answers.ekyc_document_country.value', 'TH')),
  breaks('answers.gender.enum', 'lower case', put('answers.gender.value', 'm')),
  breaks('answers.full-name-type.enum', 'another type', put('answers.full_name_type.value', 'Parts')),
  breaks('answers.dates.iso', 'day first', put('answers.date_of_birth.value', '17/04/1990')),
  breaks('answers.dates.iso', 'a day that does not exist', put('answers.date_of_issue.value', '2023-02-29')),
  breaks('answers.home-address-country.present', 'missing', drop('answers.home_address_country')),
  breaks(
    'answers.home-address-country.alpha-3',
    'a code that does not exist',
    put('answers.home_address_country.value', 'QAA'),
  ),
  breaks('answers.strings.typed', 'a number', put('answers.document_number.value', 1234567)),
  breaks('answers.consent-checkbox.boolean', 'a text', put('answers.consent_checkbox_1.value', 'true')),
  breaks('answers.consent-date.z-suffix', 'an offset', put('answers.consent_date.value', '2026-01-05T03:01:00+00:00')),
];
