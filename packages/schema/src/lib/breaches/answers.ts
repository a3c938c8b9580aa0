import { readAt } from '@idvkit/json';

import { nationalIdCheckDigit } from '../answers/national-id.ts';
import { readDateTime } from '../conventions/date-time.ts';
import { defineBreaches, gone, on, values, type Breach, type Edit } from './breach.ts';
import { asText, dayFirst, dayOnly, from, isSubmitted, miscounted, moved, onPassports, text } from './change.ts';

const COUNTRY = 'answers.home_address_country';

/** Returns breaches that edit the value of an answer. */
function answer(key: string, ...edits: readonly Edit[]): readonly Breach[] {
  return on(`answers.${key}.value`, ...edits);
}

/** Breaches of the rules about answers. */
export const answersBreaches = defineBreaches({
  'answers.map.object': [
    ...on(
      'answers',
      onPassports({
        title: 'lists answers instead of keying them',
        change: (answers) => Object.entries(Object(answers)).map(([key, each]) => ({ key, answer: each })),
      }),
      { when: isSubmitted, change: () => 'none' },
    ),
    ...on(COUNTRY, { change: (country) => readAt(country, 'value') }),
  ],
  'answers.answer.value-required': [
    ...answer('name_prefix', { title: 'leaves out the value of an answer', change: gone }),
    ...answer(
      'home_address_country',
      onPassports({
        variant: 'on-passports',
        title: 'leaves out the value of the country on passport submissions',
        change: gone,
      }),
      { change: gone },
    ),
  ],
  'answers.answer.value-type': [
    ...answer('consent_version', { title: 'nests a value', change: (version) => ({ version }) }),
    ...answer('home_address_country', { alsoBreaks: ['answers.strings.typed'], change: (code) => [code] }),
  ],
  'answers.answer.created-at': [
    ...on('answers.gender.created_at', { title: 'dates answers to the day', change: dayOnly }),
    ...on(
      `${COUNTRY}.created_at`,
      onPassports({
        variant: 'on-passports',
        title: 'writes created_at of the country as a number on passport submissions',
        change: () => 1_767_583_500,
      }),
      ...values('yesterday'),
    ),
  ],
  'answers.answer.updated-at': [
    ...on(
      'answers.gender.updated_at',
      {
        title: 'has answers updated before they were created',
        change: (_, body) => moved(-3_600)(readAt(body, 'answers.gender.created_at')),
      },
      {
        variant: 'one-second',
        title: 'has the gender updated a second before it was created',
        change: (_, body) => moved(-1)(readAt(body, 'answers.gender.created_at')),
      },
    ),
    ...on(
      `${COUNTRY}.updated_at`,
      {
        // Only a `created_at` that can be read shows that the update is too early.
        when: (body) => readDateTime(readAt(body, `${COUNTRY}.created_at`)) !== undefined,
        change: () => '0001-01-01T00:00:00+00:00',
      },
      { change: text((time) => time.replace(/-\d\d-\d\dT/, '-02-30T')) },
    ),
  ],
  'answers.key.omitted-not-null': [
    ...on('answers.home_address_address_2_common', {
      title: 'gives null for a question that was not asked',
      when: isSubmitted,
      adds: true,
      change: () => null,
    }),
    ...answer('home_address_country', { change: () => null }),
  ],
  'answers.nid.check-digit': answer(
    'nid',
    { title: 'misreads the last digit of national ids', change: miscounted },
    {
      variant: 'twelve-digits',
      title: 'drops the check digit of national ids',
      change: text((nid) => nid.slice(0, -1)),
    },
    ...values(''),
  ),
  'answers.nid.national-id-only': on('answers.nid', {
    title: 'gives a national id on passport submissions',
    // The answer alone says which document was asked for.
    when: (body) => readAt(body, 'extra.ekyc.identity_document.type') === 'passport',
    adds: true,
    change: (_, body) => {
      const time = readAt(body, 'application.submitted_at');
      return { value: `110170023070${nationalIdCheckDigit('110170023070')}`, created_at: time, updated_at: time };
    },
  }),
  'answers.document-type.enum': answer(
    'ekyc_document_type',
    { title: 'calls passports by another name', change: from('passport', 'travel_document') },
    ...values('id_card', 'Passport', ''),
  ),
  'answers.document-country.alpha-3': answer(
    'ekyc_document_country',
    { title: 'gives the issuing country by its alpha-2 code', change: text((code) => code.slice(0, 2)) },
    {
      variant: 'lower-case',
      title: 'writes the issuing country in lower case',
      change: text((code) => code.toLowerCase()),
    },
    ...values('QAA', ''),
  ),
  'answers.gender.enum': answer(
    'gender',
    { title: 'spells genders out', change: (gender) => (gender === 'F' ? 'female' : 'male') },
    onPassports({ variant: 'x', title: 'has a third gender on passport submissions', change: () => 'X' }),
    ...values('m', ''),
  ),
  'answers.full-name-type.enum': answer(
    'full_name_type',
    { title: 'has a third type of name', change: () => 'split' },
    ...values('Parts', ''),
  ),
  'answers.dates.iso': [
    ...answer('date_of_expiry', { title: 'writes dates day first', change: dayFirst }),
    ...answer(
      'date_of_issue',
      {
        variant: 'no-such-day',
        title: 'gives a day that no calendar has',
        change: text((date) => `${date.slice(0, 4)}-02-30`),
      },
      ...values('1990-4-7', '1990-04-07T00:00:00+00:00'),
    ),
  ],
  'answers.home-address-country.present': on(
    COUNTRY,
    { title: 'leaves out the country of an address', change: gone },
    onPassports({
      variant: 'on-passports',
      title: 'leaves out the country of an address on passport submissions',
      change: gone,
    }),
  ),
  'answers.home-address-country.alpha-3': answer(
    'home_address_country',
    { title: 'makes up a country', change: () => 'TTH' },
    onPassports({
      variant: 'alpha-2',
      title: 'gives the country of an address by two letters on passport submissions',
      change: text((code) => code.slice(0, 2)),
    }),
    ...values('Thailand'),
  ),
  'answers.strings.typed': [
    ...answer('home_address_zipcode', { title: 'writes digits as numbers', change: text(Number) }),
    ...answer('document_number', {
      variant: 'document-number',
      title: 'writes a document number of digits as a number',
      change: text((number) => Number(number.replaceAll(/\D/g, '') || 1)),
    }),
    ...answer('name_prefix', ...values(true)),
  ],
  'answers.consent-checkbox.boolean': answer(
    'consent_checkbox_1',
    { title: 'writes checkboxes as text', change: asText },
    onPassports({ variant: 'number', title: 'writes checkboxes as 1 on passport submissions', change: from(true, 1) }),
  ),
  'answers.consent-date.z-suffix': answer(
    'consent_date',
    { title: 'writes the consent date like every other time', change: text((time) => time.replace('Z', '+00:00')) },
    {
      variant: 'lower-case',
      title: 'writes the Z of the consent date in lower case',
      change: text((time) => time.replace('Z', 'z')),
    },
    ...values('2026-01-05', 'yesterday'),
  ),
});
