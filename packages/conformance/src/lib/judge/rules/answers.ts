import { at, isObject } from '@idvkit/json';
import { documentType, isAlpha3, isNationalId, type KnownQuestionKey } from '@idvkit/schema';
import type { RuleId } from '@idvkit/schema/rules';

import { has, isScalar, kindOf } from '../../observe/json.ts';
import { isCalendarDate, readDateTime } from '../rule/date-time.ts';
import { answerObjectsOf, answersOf, completeApplicationOf, documentTypeOf } from '../rule/payload-parts.ts';
import { definePayloadRule, look } from '../rule/payload-rule.ts';
import type { Rule, RuleOf } from '../rule/rule.ts';
import { inputParametersReturned } from './answers-input-parameters.ts';
import { undeclaredDiscarded } from './answers-undeclared-keys.ts';

const needsAnswers =
  'A submitted application: an operator that submits, or the slug of one that was submitted (fixtures.submittedSlug).';

const mapIsObject = definePayloadRule('answers.map.object', {
  needs: 'A result call that is answered with 200, or a submit_form delivery.',
  *inspect(payload) {
    const { answers } = payload.body;
    if (answers === undefined || answers === null) return;
    yield look(isObject(answers), {
      message: '`answers` is not an object',
      path: ['answers'],
      expected: 'object of question key to Answer',
      actual: kindOf(answers),
    });
    for (const { path, value } of answersOf(payload)) {
      if (value === null) continue;
      yield look(isObject(value), {
        message: 'An answer is not an Answer object',
        path,
        expected: 'object with `value`',
        actual: kindOf(value),
      });
    }
  },
});

const valueIsThere = definePayloadRule('answers.answer.value-required', {
  needs: needsAnswers,
  *inspect(payload) {
    for (const { path, value } of answerObjectsOf(payload)) {
      yield look(has(value, 'value'), { message: 'An Answer has no `value`', path: [...path, 'value'] });
    }
  },
});

const valueIsScalar = definePayloadRule('answers.answer.value-type', {
  needs: needsAnswers,
  *inspect(payload) {
    for (const { path, value: answer } of answerObjectsOf(payload)) {
      const { value } = answer;
      if (value === undefined || value === null) continue;
      yield look(isScalar(value), {
        message: 'The value of an Answer is neither string nor number nor boolean',
        path: [...path, 'value'],
        expected: 'string, number or boolean',
        actual: kindOf(value),
      });
    }
  },
});

const createdAtIsDateTime = definePayloadRule('answers.answer.created-at', {
  needs: needsAnswers,
  *inspect(payload) {
    for (const { path, value: answer } of answerObjectsOf(payload)) {
      const createdAt = answer['created_at'];
      // Of an Answer's fields only `value` is required.
      if (createdAt === undefined || createdAt === null) continue;
      yield look(readDateTime(createdAt) !== undefined, {
        message: '`created_at` of an Answer is not a date-time',
        path: [...path, 'created_at'],
        expected: 'date-time',
        actual: createdAt,
      });
    }
  },
});

const updatedAtFollows = definePayloadRule('answers.answer.updated-at', {
  needs: needsAnswers,
  *inspect(payload) {
    for (const { path, value: answer } of answerObjectsOf(payload)) {
      const updatedAt = answer['updated_at'];
      if (updatedAt === undefined || updatedAt === null) continue;
      const updated = readDateTime(updatedAt);
      const created = readDateTime(answer['created_at']);
      const place = { path: [...path, 'updated_at'], actual: updatedAt };
      if (updated === undefined) {
        yield { ...place, message: '`updated_at` of an Answer is not a date-time', expected: 'date-time' };
      } else {
        yield look(created === undefined || created.at <= updated.at, {
          ...place,
          message: '`updated_at` of an Answer is before its `created_at`',
          expected: 'not before `created_at`',
        });
      }
    }
  },
});

const nothingIsNull = definePayloadRule('answers.key.omitted-not-null', {
  needs: needsAnswers,
  *inspect(payload) {
    for (const { path, value } of answersOf(payload)) {
      yield look(value !== null, { message: 'An answer is null; it should be left out', path });
      if (!isObject(value)) continue;
      yield look(value['value'] !== null, {
        message: 'The value of an Answer is null; the answer should be left out',
        path: [...path, 'value'],
      });
    }
  },
});

/** Defines a rule about the values of some question keys; one that is missing or null is not its business. */
function valueRule(
  id: RuleId,
  {
    keys,
    holds,
    applies = () => true,
    message,
    expected,
  }: {
    readonly keys: readonly KnownQuestionKey[];
    readonly holds: (value: unknown) => boolean;
    /** Where it does not, the value is a finding of another rule. */
    readonly applies?: (value: unknown) => boolean;
    readonly message: string;
    readonly expected: unknown;
  },
): RuleOf<'payload'> {
  const names = keys.length > 3 ? 'one of the known answers' : keys.join(' or ');
  return definePayloadRule(id, {
    needs: `A submitted application that answers ${names}: an operator that submits, or fixtures.submittedSlug.`,
    *inspect(payload) {
      for (const key of keys) {
        const value = at(payload.body, 'answers', key, 'value');
        if (value === undefined || value === null || !applies(value)) continue;
        yield look(holds(value), { message, path: ['answers', key, 'value'], expected, actual: value });
      }
    },
  });
}

const isString = (value: unknown): value is string => typeof value === 'string';

const nidHasCheckDigit = valueRule('answers.nid.check-digit', {
  keys: ['nid'],
  applies: isString,
  // How the digits are grouped is not shown.
  holds: (value) => isString(value) && isNationalId(value.replaceAll(/[\s-]/g, '')),
  message: '`nid` is not a national id with a valid check digit',
  expected: '13 digits, the last of them the check digit',
});

const nidOnNationalIdOnly = definePayloadRule('answers.nid.national-id-only', {
  needs: 'A submission with a passport: an operator that submits one.',
  *inspect(payload) {
    if (documentTypeOf(payload) !== 'passport' || !isObject(payload.body['answers'])) return;
    const nid = at(payload.body, 'answers', 'nid');
    if (nid === null) return;
    yield look(nid === undefined, {
      message: 'A passport submission answers `nid`',
      path: ['answers', 'nid'],
    });
  },
});

const documentTypeIsKnown = valueRule('answers.document-type.enum', {
  keys: ['ekyc_document_type'],
  holds: (value) => documentType.safeParse(value).success,
  message: '`ekyc_document_type` is none of its values',
  expected: documentType.options,
});

const documentCountryIsAlpha3 = valueRule('answers.document-country.alpha-3', {
  keys: ['ekyc_document_country'],
  applies: isString,
  holds: (value) => isString(value) && isAlpha3(value),
  message: '`ekyc_document_country` is no ISO 3166-1 alpha-3 code',
  expected: 'ISO 3166-1 alpha-3 code',
});

const genderIsKnown = valueRule('answers.gender.enum', {
  keys: ['gender'],
  holds: (value) => value === 'M' || value === 'F',
  message: '`gender` is none of its values',
  expected: ['M', 'F'],
});

const fullNameTypeIsKnown = valueRule('answers.full-name-type.enum', {
  keys: ['full_name_type'],
  holds: (value) => value === 'parts' || value === 'full',
  message: '`full_name_type` is none of its values',
  expected: ['parts', 'full'],
});

const datesAreIso = valueRule('answers.dates.iso', {
  keys: ['date_of_birth', 'date_of_issue', 'date_of_expiry'],
  holds: isCalendarDate,
  message: 'A date is no ISO date that exists',
  expected: 'YYYY-MM-DD',
});

const homeCountryIsThere = definePayloadRule('answers.home-address-country.present', {
  needs: needsAnswers,
  *inspect(payload) {
    const { answers } = payload.body;
    if (completeApplicationOf(payload) === undefined || !isObject(answers)) return;
    // Answers in any other event are a finding of `event.lifecycle.no-answers`.
    if (payload.source === 'delivery' && at(payload.body, 'event', 'type') !== 'submit_form') return;
    yield look(has(answers, 'home_address_country'), {
      message: 'A submitted application does not answer `home_address_country`',
      path: ['answers', 'home_address_country'],
    });
  },
});

const homeCountryIsAlpha3 = valueRule('answers.home-address-country.alpha-3', {
  keys: ['home_address_country'],
  applies: isString,
  holds: (value) => isString(value) && isAlpha3(value),
  message: '`home_address_country` is no ISO 3166-1 alpha-3 code',
  expected: 'ISO 3166-1 alpha-3 code',
});

/** Keys that the specification lists as strings; enums and dates have rules of their own. */
const STRING_KEYS = [
  'nid',
  'document_number',
  'ekyc_document_country',
  'name_prefix',
  'full_name_first_name',
  'full_name_last_name',
  'full_name_en_first_name',
  'full_name_en_last_name',
  'home_address_country',
  'home_address_address',
  'home_address_subdistrict',
  'home_address_district',
  'home_address_province',
  'home_address_zipcode',
  'home_address_address_1_common',
  'home_address_address_2_common',
  'home_address_city_common',
  'home_address_postal_code_common',
  'home_address_full',
] as const satisfies readonly KnownQuestionKey[];

const stringsAreStrings = valueRule('answers.strings.typed', {
  keys: STRING_KEYS,
  holds: isString,
  message: 'An answer that is listed as a string holds something else',
  expected: 'string',
});

const checkboxIsBoolean = valueRule('answers.consent-checkbox.boolean', {
  keys: ['consent_checkbox_1'],
  holds: (value) => typeof value === 'boolean',
  message: 'A checkbox answer does not hold a boolean',
  expected: 'boolean',
});

const consentDateHasZ = valueRule('answers.consent-date.z-suffix', {
  keys: ['consent_date'],
  holds: (value) => isString(value) && value.endsWith('Z') && readDateTime(value) !== undefined,
  message: '`consent_date` is no date-time that ends in Z',
  expected: 'ISO 8601 date-time with a Z suffix',
});

/** Judges of the rules about answers. */
export const answersRules: readonly Rule[] = [
  mapIsObject,
  valueIsThere,
  valueIsScalar,
  createdAtIsDateTime,
  updatedAtFollows,
  nothingIsNull,
  nidHasCheckDigit,
  nidOnNationalIdOnly,
  documentTypeIsKnown,
  documentCountryIsAlpha3,
  genderIsKnown,
  fullNameTypeIsKnown,
  datesAreIso,
  homeCountryIsThere,
  homeCountryIsAlpha3,
  stringsAreStrings,
  checkboxIsBoolean,
  consentDateHasZ,
  inputParametersReturned,
  undeclaredDiscarded,
];
