import { replaceAt, removeAt } from '@idvkit/json';
import { resultResponse, submitFormDelivery } from '@idvkit/schema';
import { arbitraries } from '@idvkit/schema/generators';
import { safeReadDelivery } from '@idvkit/schema/receiver';
import { checkPayload, type RuleId } from '@idvkit/schema/rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { CONTRACT } from '../scripts/contract-schemas.ts';
import { formsOf } from './forms.ts';

type Edit = (body: unknown) => unknown;

const [NATIONAL_ID] = fc.sample(
  arbitraries.submitFormDelivery({ outcome: 'pass', document: 'front_card', aml: 'found', sparse: false }),
  { seed: 11, numRuns: 1 },
);

const set =
  (path: string, value: unknown): Edit =>
  (body) =>
    replaceAt(body, path, () => value);
const without =
  (...paths: readonly string[]): Edit =>
  (body) =>
    paths.reduce(removeAt, body);
const all =
  (...edits: readonly Edit[]): Edit =>
  (body) =>
    edits.reduce((edited, edit) => edit(edited), body);

const ENTRY = 'extra.identity_aml.*.*.output.*.*';
const MADE = 'extra.ekyc';
const FUTURE = '2099-01-01T00:00:00+00:00';
const BEYOND_SAFE = 2 ** 60;

/** Submissions that the specification permits, and sentences that permit them. */
const PERMITTED: readonly (readonly [string, Edit])[] = [
  ['has expired since it was submitted', set('application.status', 'expired')],
  ['passes with nothing captured', set(MADE, {})],
  ['passes a flow without liveness', without(`${MADE}.liveness`, `${MADE}.face_compare`)],
  ['passes a flow without a document scan', without(`${MADE}.identity_document`, `${MADE}.face_compare`)],
  ['screens a person with one name', without('extra.identity_aml.*.*.input.last_name')],
  ['screens a person without a date of birth', without('extra.identity_aml.*.*.input.date_of_birth')],
  ['has no search record of a provider that failed', without(`${ENTRY}.output.content`, `${ENTRY}.result.total_hits`)],
  ['has attempts without a message', without(`${MADE}.liveness.attempts.*.message`)],
  ['has scans without a message', without(`${MADE}.identity_document.attempts.*.message`)],
  ['has liveness attempts without frames', without(`${MADE}.liveness.attempts.*.images`)],
  [
    'screened a name before it was first captured, as only created_at says',
    all(
      set('answers.full_name_first_name', { value: 'Anong', created_at: FUTURE }),
      set('answers.full_name_last_name', { value: 'Srisai', created_at: FUTURE }),
    ),
  ],
  [
    'has integers that JavaScript cannot count exactly',
    all(
      set('application.id', BEYOND_SAFE),
      set(`${MADE}.liveness.attempts.*.id`, BEYOND_SAFE),
      set('event.version', BEYOND_SAFE),
      set(`${ENTRY}.output.code`, BEYOND_SAFE),
    ),
  ],
  [
    'was issued by a country with a code that ISO 3166-1 leaves to users',
    set('answers.ekyc_document_country.value', 'XKX'),
  ],
  ['has an empty nounce', set('event.nounce', '')],
  [
    'answers a national id where a passport was asked for and no document says what was accepted',
    all(set('answers.ekyc_document_type.value', 'passport'), set('extra', {})),
  ],
  [
    'accepted another document than was asked for',
    all(
      set('answers.ekyc_document_type.value', 'passport'),
      set(`${MADE}.identity_document.type`, 'front_card'),
      set(`${MADE}.identity_document.attempts.*.type`, 'front_card'),
    ),
  ],
  ['has image URLs whose scheme is in capitals', (body) => replaceAt(body, `${MADE}.liveness.url`, capitals)],
];

function capitals(url: unknown): unknown {
  return typeof url === 'string' ? url.replace(/^https?/, (scheme) => scheme.toUpperCase()) : url;
}

/** Verdicts of everything that judges a delivery, by its name; `[]` and `true` are fine. */
function verdictsOn(name: string, body: unknown): Readonly<Record<string, unknown>> {
  const forms = (['strict', 'consumer'] as const).flatMap((strength) => [
    [`${strength} zod`, CONTRACT[strength].get(name)?.safeParse(body).error?.issues ?? []],
    ...formsOf(strength, name).map(([form, judge]) => [`${strength} ${form}`, judge(body)] as const),
  ]);
  return Object.fromEntries([...forms, ['rules', checkPayload(body).map(({ rule }) => rule)]]);
}

/** Whether nothing refuses a body. */
function refusals(verdicts: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(verdicts).filter(
      ([, verdict]) => verdict !== true && !(Array.isArray(verdict) && verdict.length === 0),
    ),
  );
}

describe('a submission that the specification permits', () => {
  it.each(PERMITTED)('%s', (_, edit) => {
    const body = edit(NATIONAL_ID);
    expect(body).not.toEqual(NATIONAL_ID);
    expect(refusals(verdictsOn('SubmitFormDelivery', body))).toEqual({});
    expect(safeReadDelivery(body).issues?.filter(({ code }) => code !== 'inexact-number')).toEqual([]);
  });

  it('has integers that JavaScript cannot count exactly, which the reader names', () => {
    const body = set('application.id', 2 ** 60)(NATIONAL_ID);
    expect(safeReadDelivery(body).issues).toEqual([
      { code: 'inexact-number', path: ['application', 'id'], message: expect.any(String) },
    ]);
  });

  it('is a result without its event, too', () => {
    for (const [, edit] of PERMITTED) {
      const body = removeAt(edit(NATIONAL_ID), 'event');
      expect(refusals(verdictsOn('ResultResponse', body))).toEqual({});
    }
  });
});

describe('a submission that the specification excludes', () => {
  const excluded: readonly (readonly [RuleId, Edit])[] = [
    ['event.submit-form.complete', all(set('application.status', 'expired'), set('application.submitted_at', null))],
    [
      'other-status.ekyc.pass-needs-checks',
      all(
        set(`${MADE}.liveness.attempts.*.status`, 'fail'),
        without(`${MADE}.face_compare`, `${MADE}.identity_document`),
      ),
    ],
    ['other-status.ekyc.pass-needs-checks', without(`${MADE}.face_compare`)],
    ['answers.document-country.alpha-3', set('answers.ekyc_document_country.value', 'QAA')],
    ['aml.entry.output-shape', without(`${ENTRY}.output.content.data.hits`)],
    [
      'answers.nid.national-id-only',
      all(
        set('answers.ekyc_document_type.value', 'passport'),
        set(`${MADE}.identity_document.type`, 'passport'),
        set(`${MADE}.identity_document.attempts.*.type`, 'passport'),
      ),
    ],
  ];

  it.each(excluded)('breaks %s in every form', (rule, edit) => {
    const body = edit(NATIONAL_ID);
    expect(new Set(checkPayload(body).map((issue) => issue.rule))).toEqual(new Set([rule]));
    expect(submitFormDelivery.safeParse(body).success).toBe(false);
    expect(new Set(formsOf('strict', 'SubmitFormDelivery').map(([, judge]) => judge(body)))).toEqual(new Set([false]));
  });
});

describe('errors that the specification permits', () => {
  it.each([
    ['NoCreditError', { error: { status_code: 461, message: '', detail: '' } }],
    ['CreateValidationError', { error: { status_code: 422, message: '', detail: { nid: [] } } }],
    ['SubmitValidationError', { nid: [] }],
  ])('have empty strings and lists: %s', (name, body) => {
    expect(CONTRACT.strict.get(name)?.safeParse(body).error).toBeUndefined();
    expect(new Set(formsOf('strict', name).map(([, judge]) => judge(body)))).toEqual(new Set([true]));
  });
});

describe('entries under another key than the provider', () => {
  it('are refused even if every object has that key', () => {
    const body = replaceAt(removeAt(NATIONAL_ID, 'event'), 'extra.identity_aml', (providers) => ({
      constructor: Object.values(Object(providers))[0],
    }));
    expect(resultResponse.safeParse(body).error?.issues.map(({ message }) => message)).toEqual([
      'Invalid input: expected array, received undefined',
    ]);
  });
});
