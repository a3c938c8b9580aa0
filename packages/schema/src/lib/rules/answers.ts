import { updatedAtFollowsCreatedAt } from '../answers/checks.ts';
import { isAlpha3 } from '../answers/countries.ts';
import { GENDERS, KNOWN_QUESTIONS, NAME_FORMS, type KnownQuestionKey } from '../answers/known-questions.ts';
import { isNationalId } from '../answers/national-id.ts';
import type { JsonNode } from '../check/json-node.ts';
import { expectDateTime, isDate, readDateTime } from '../conventions/date-time.ts';
import { DOCUMENT_TYPES } from '../ekyc/attempt-values.ts';
import { homeCountryIsAnswered, nationalIdIsNotOfPassport } from '../events/consistency.ts';
import { defineRules, rulesOf, type BodyCheck } from './rule-entry.ts';

const { bodyRule } = rulesOf('Answer', {
  supplies: ['submitted-application'],
  reach: 'submitted',
  needs:
    'A submitted application: an operator that submits, or the slug of one that was submitted (fixtures.submittedSlug).',
});
const create = rulesOf('Create application', { supplies: ['submitted-application', 'receiver'] });

/** Checks every Answer that is an object. */
function eachAnswer(check: (answer: JsonNode) => void): Omit<BodyCheck, 'needs'> {
  return {
    check(body) {
      for (const answer of body.at('answers').members()) if (answer.isObject) check(answer);
    },
  };
}

/** Checks the values of some questions; a value that is missing or null breaks another rule. */
function values(keys: readonly KnownQuestionKey[], check: (value: JsonNode) => void): BodyCheck {
  const names = keys.length > 3 ? 'one of the known answers' : keys.join(' or ');
  return {
    needs: `A submitted application that answers ${names}: an operator that submits, or fixtures.submittedSlug.`,
    check(body) {
      const answers = body.at('answers');
      for (const key of keys) {
        if (answers.valueAt(key) === undefined) continue;
        const value = answers.at(key, 'value');
        if (!value.isAbsent) check(value);
      }
    },
  };
}

/** Checks that an answer is one of its values. */
function oneOf(key: KnownQuestionKey, options: readonly string[]): BodyCheck {
  return values([key], (value) => value.expectOneOf(options, `\`${key}\` is not one of its values`));
}

function country(key: 'ekyc_document_country' | 'home_address_country'): BodyCheck {
  return values([key], (value) => {
    if (value.text === undefined) return;
    value.expect(isAlpha3(value.text), `\`${key}\` is not an ISO 3166-1 alpha-3 code`, 'ISO 3166-1 alpha-3 code');
  });
}

/** Answers that are listed as strings: all but enums, dates, and what an applicant consents to. */
const STRING_KEYS = Object.keys(KNOWN_QUESTIONS).filter(
  (key): key is KnownQuestionKey => !/^(?:ekyc_document_type|gender|full_name_type|date_of_.+|consent_.+)$/.test(key),
);

export const answersRules = defineRules({
  'answers.map.object': bodyRule('`answers` is an object of question keys, each with an Answer object', {
    supplies: [],
    reach: 'core',
    needs: 'A result call that returns 200, or a submit_form delivery.',
    check(body) {
      const answers = body.at('answers');
      if (answers.isAbsent) return;
      answers.expect(answers.isObject, '`answers` is not an object', 'object of question key to Answer');
      for (const answer of answers.members()) {
        if (answer.value === null) continue;
        answer.expect(answer.isObject, 'An answer is not an Answer object', 'object with `value`');
      }
    },
  }),
  'answers.answer.value-required': bodyRule(
    'Every Answer has a `value`',
    eachAnswer(function (answer) {
      answer.expectAt('value', answer.valueAt('value') !== undefined, 'An Answer has no `value`');
    }),
  ),
  'answers.answer.value-type': bodyRule(
    'The value of every Answer is a string, a number or a boolean',
    eachAnswer(function (answer) {
      const value = answer.valueAt('value');
      if (value === undefined || value === null) return;
      answer.expectAt(
        'value',
        ['string', 'number', 'boolean'].includes(typeof value),
        'The value of an Answer is neither string nor number nor boolean',
        'string, number or boolean',
      );
    }),
  ),
  'answers.answer.created-at': bodyRule(
    '`created_at` of an Answer is a date-time',
    eachAnswer(function (answer) {
      const createdAt = answer.at('created_at');
      // Of an Answer's fields only `value` is required.
      if (!createdAt.isAbsent) expectDateTime(createdAt, '`created_at` of an Answer is not a date-time');
    }),
  ),
  'answers.answer.updated-at': bodyRule('`updated_at` of an Answer is a date-time and not before its `created_at`', {
    beyondJsonSchema: true,
    ...eachAnswer(updatedAtFollowsCreatedAt),
  }),
  'answers.key.omitted-not-null': bodyRule('A question without an answer is left out of `answers`, never null', {
    check(body) {
      for (const answer of body.at('answers').members()) {
        answer.expect(answer.value !== null, 'An answer is null; it should be left out');
        if (!answer.isObject) continue;
        const isNull = answer.valueAt('value') === null;
        answer.expectAt('value', !isNull, 'The value of an Answer is null; the answer should be left out');
      }
    },
  }),
  'answers.nid.check-digit': bodyRule('The answer `nid` is a national id with a valid check digit', {
    beyondJsonSchema: true,
    ...values(['nid'], (nid) => {
      // How the digits are grouped is not shown.
      const digits = nid.text?.replaceAll(/[ -]/g, '');
      if (digits === undefined) return;
      nid.expect(
        isNationalId(digits),
        '`nid` is not a national id with a valid check digit',
        '13 digits, the last of them the check digit',
      );
    }),
  }),
  'answers.nid.national-id-only': bodyRule('The answer `nid` is absent if the document accepted is a passport', {
    reach: 'operated',
    needs: 'A submission with a passport: an operator that submits one.',
    check: nationalIdIsNotOfPassport,
  }),
  'answers.document-type.enum': bodyRule(
    'The answer `ekyc_document_type` is `front_card` or `passport`',
    oneOf('ekyc_document_type', DOCUMENT_TYPES),
  ),
  'answers.document-country.alpha-3': bodyRule(
    'The answer `ekyc_document_country` is an ISO 3166-1 alpha-3 code of a country',
    country('ekyc_document_country'),
  ),
  'answers.gender.enum': bodyRule('The answer `gender` is `M` or `F`', oneOf('gender', GENDERS)),
  'answers.full-name-type.enum': bodyRule(
    'The answer `full_name_type` is `parts` or `full`',
    oneOf('full_name_type', NAME_FORMS),
  ),
  'answers.dates.iso': bodyRule(
    'Dates of birth, issue and expiry are ISO dates that exist',
    values(['date_of_birth', 'date_of_issue', 'date_of_expiry'], (date) =>
      date.expect(isDate(date.value), 'A date is not an ISO date that exists', 'YYYY-MM-DD'),
    ),
  ),
  'answers.home-address-country.present': bodyRule('Every submitted application answers `home_address_country`', {
    check: homeCountryIsAnswered,
  }),
  'answers.home-address-country.alpha-3': bodyRule(
    'The answer `home_address_country` is an ISO 3166-1 alpha-3 code of a country',
    country('home_address_country'),
  ),
  'answers.strings.typed': bodyRule(
    'Answers that the specification lists as strings hold strings',
    values(STRING_KEYS, (text) =>
      text.expectKind('string', 'An answer that is listed as a string holds something else'),
    ),
  ),
  'answers.consent-checkbox.boolean': bodyRule(
    'The answer of a checkbox is a boolean',
    values(['consent_checkbox_1'], (checkbox) =>
      checkbox.expectKind('boolean', 'A checkbox answer does not hold a boolean'),
    ),
  ),
  'answers.consent-date.z-suffix': bodyRule(
    'The answer `consent_date` is a date-time with a `Z` suffix',
    values(['consent_date'], (date) =>
      date.expect(
        date.parsed(readDateTime) !== undefined && date.text?.endsWith('Z') === true,
        '`consent_date` is not a date-time that ends in Z',
        'ISO 8601 date-time with a Z suffix',
      ),
    ),
  ),
  'answers.input-parameters.returned': create.sequence(
    'A declared input parameter that was given at create returns in the answers of the webhook',
    { identifiedBy: 'fixtures.inputParameters', reach: 'delivered' },
  ),
  'answers.undeclared.discarded': create.sequence(
    'A key that is neither a field of the form nor a declared input parameter never comes back',
    { supplies: [] },
  ),
});
