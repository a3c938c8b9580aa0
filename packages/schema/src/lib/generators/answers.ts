import fc from 'fast-check';

import type { Answer, AnswerValue } from '../answers/answer.ts';
import { knownAnswers, type Answers } from '../answers/answers.ts';
import { nationalIdCheckDigit } from '../answers/national-id.ts';
import type { DocumentType } from '../ekyc/attempts.ts';
import { countries, isoDates, type Person } from './person.ts';
import { momentsOf, stamp, type Subject } from './subject.ts';

/** Values that an answer may hold. */
export const answerValues: fc.Arbitrary<AnswerValue> = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (Object.is(number, -0) ? 0 : number)),
  fc.boolean(),
);

/** Thai national ids. */
export const nationalIds: fc.Arbitrary<string> = fc
  .stringMatching(/^[1-8]\d{11}$/)
  .map((digits) => `${digits}${nationalIdCheckDigit(digits)}`);

/** Keys and values of input parameters, none of them a question that the specification names. */
export const inputParameters: fc.Arbitrary<Record<string, AnswerValue>> = fc.dictionary(
  fc.stringMatching(/^[a-z][a-z_]{2,15}$/).filter((key) => !Object.hasOwn(knownAnswers, key)),
  answerValues,
  { maxKeys: 2, noNullPrototype: true },
);

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 24 });

const thaiAddress = fc.record({
  home_address_address: text,
  home_address_subdistrict: fc.constantFrom('ลุมพินี', 'สุเทพ'),
  home_address_district: fc.constantFrom('ปทุมวัน', 'เมืองเชียงใหม่'),
  home_address_province: fc.constantFrom('กรุงเทพมหานคร', 'เชียงใหม่'),
  home_address_zipcode: fc.stringMatching(/^[1-9]\d{4}$/),
});

const internationalAddress = fc.record({
  home_address_address_1_common: text,
  home_address_address_2_common: text,
  home_address_city_common: text,
  home_address_postal_code_common: fc.stringMatching(/^[A-Z\d]{4,8}$/),
});

/** Kind of a set of answers, and which of them are required. */
export interface AnswersOptions {
  readonly subject: Subject;
  readonly person: Person;
  readonly document: DocumentType;
  /** Question keys that are never left out, beside `home_address_country`; `all` leaves out none. */
  readonly keep: readonly string[] | 'all';
}

/** Answers of a submission: sparse, in line with the document and the name on it. */
export function answersOf({ subject, person, document, keep }: AnswersOptions): fc.Arbitrary<Answers> {
  return valuesOf(person, document)
    .chain((values) => fc.tuple(fc.constant(values), fc.subarray(Object.keys(values)), inputParameters))
    .chain(([values, chosen, own]) => {
      const kept = keep === 'all' ? Object.keys(values) : [...chosen, ...keep, 'home_address_country'];
      const entries = [...Object.entries(values).filter(([key]) => kept.includes(key)), ...Object.entries(own)];
      return fc.tuple(
        ...entries.map(([key, value]) => answersHolding(subject, value).map((answer) => [key, answer] as const)),
      );
    })
    .map((entries): Answers => Object.fromEntries(entries) as Answers); // The keys are those of `valuesOf`.
}

/** Answers that hold a value, written between start and submission of an application. */
export function answersHolding<Value extends AnswerValue>(
  subject: Subject,
  value: Value,
): fc.Arbitrary<Answer & { value: Value }> {
  return fc.tuple(momentsOf(subject), momentsOf(subject)).map(([one, other]) => ({
    value,
    created_at: stamp(subject, Math.min(one, other)),
    updated_at: stamp(subject, Math.max(one, other)),
  }));
}

const thai = fc.tuple(fc.record({ nid: nationalIds, home_address_country: fc.constant('THA') }), thaiAddress);

const foreign = fc.tuple(fc.record({ home_address_country: countries }), internationalAddress);

const others = fc.record({
  document_number: fc.stringMatching(/^[A-Z]{1,2}\d{6,10}$/),
  name_prefix: fc.constantFrom('นาย', 'นางสาว', 'Mr', 'Ms', 'Dr.'),
  full_name_type: fc.constantFrom('parts', 'full'),
  date_of_issue: isoDates(2010, 2019),
  date_of_expiry: isoDates(2020, 2039),
  home_address_full: text,
  consent_version: fc.constantFrom('1', '2.1'),
  consent_date: isoDates(2020, 2034).map((date) => `${date}T08:15:00Z`),
  consent_checkbox_1: fc.boolean(),
});

function valuesOf(person: Person, document: DocumentType): fc.Arbitrary<Record<string, AnswerValue>> {
  return fc.tuple(document === 'front_card' ? thai : foreign, others).map(([[identity, address], other]) => ({
    ...identity,
    ...address,
    ...other,
    ekyc_document_type: document,
    ekyc_document_country: document === 'front_card' ? 'THA' : person.country,
    gender: person.gender,
    full_name_first_name: person.first,
    full_name_last_name: person.last,
    full_name_en_first_name: person.firstRead,
    full_name_en_last_name: person.lastRead,
    date_of_birth: person.dateOfBirth,
  }));
}
