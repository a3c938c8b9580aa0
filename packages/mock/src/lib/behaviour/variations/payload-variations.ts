import { at, isObject, removeAt, replaceAt, type JsonObject } from '@idvkit/json';

import type { EventType } from '../../state/workspace.ts';
import type { Overrides } from '../hooks/behaviour.ts';
import { rewritingBodies } from './rewriting.ts';
import { defineVariation, type Variation } from './variation.ts';

/** Objects of a payload to which later versions may add keys. */
const OPEN_OBJECTS = [
  'event',
  'application',
  'answers.*',
  'extra',
  'extra.ekyc',
  'extra.ekyc.face_compare',
  'extra.ekyc.liveness',
  'extra.ekyc.liveness.attempts.*',
  'extra.ekyc.liveness.attempts.*.images.*',
  'extra.ekyc.identity_document',
  'extra.ekyc.identity_document.attempts.*',
  'extra.identity_aml.*.*',
  'extra.identity_aml.*.*.output.*.*',
] as const;

const ENTRY = 'extra.identity_aml.*.*.output.*.*';

/** Small, as a result is a few kB. */
const LATER = { on: true, n: [2.5] };

/** Overrides that change an object of payloads, if it is there. */
function changing(path: string, change: (object: JsonObject) => JsonObject): Overrides {
  return { payload: (document) => replaceAt(document, path, (part) => (isObject(part) ? change(part) : part)) };
}

/** Adds a key that later versions may have. What is empty is empty on purpose. */
function withLater(part: unknown): unknown {
  return isObject(part) && Object.keys(part).length > 0 ? { ...part, later: LATER } : part;
}

const addingKeys: Overrides = {
  payload: (document) => ['', ...OPEN_OBJECTS].reduce((changed, path) => replaceAt(changed, path, withLater), document),
  respond: (draft, { condition }) =>
    !isObject(draft.body) || condition === 'missing-answers' || condition === 'result'
      ? draft
      : {
          ...draft,
          body: ['', 'error', 'detail'].reduce((body, path) => replaceAt(body, path, withLater), draft.body),
        },
};

/** Answers that every submission has, whatever else is missing. */
const KEPT_ANSWERS: ReadonlySet<string> = new Set(['home_address_country', 'customer_ref', 'customer_tier']);

/** Overrides that write another fraction in every date-time. */
function writingFractions(fraction: (digits: string) => string): Overrides {
  return rewritingBodies((part) =>
    typeof part === 'string'
      ? part.replace(
          /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d+)?(?=\+00:00$|Z$)/,
          (_, seconds: string, digits = '') => `${seconds}${fraction(String(digits))}`,
        )
      : part,
  );
}

/** Additions that a service may put into payloads. */
export const payloadVariations: readonly Variation[] = [
  defineVariation('unknown-event-types', 'delivers events of an undocumented type, besides lifecycle events', {
    deliveries: (planned, { trigger }) =>
      trigger === 'status-change' || trigger === 'expiry'
        ? // The types that there are need not be all: receivers need not know the name of this one.
          planned.flatMap((delivery) => [delivery, { ...delivery, type: 'reviewed' as EventType }])
        : planned,
  }),
  defineVariation('unknown-keys', 'has undocumented keys in every object', addingKeys),
  defineVariation(
    'unknown-columns',
    'has status columns of a client, with any name',
    changing('application.other_status', (columns) => ({
      ...columns,
      'Risk – Level': '-',
      DECISION_2: 'On Hold',
      '': 'X',
      ekyc_2: 'Passed',
    })),
  ),
  defineVariation(
    'unknown-answers',
    'has answers to undocumented questions',
    changing('answers', (answers) => {
      const [known] = Object.values(answers);
      if (known === undefined) return answers;
      return { ...answers, q_17: { ...Object(known), value: 3.5 }, q_18: { ...Object(known), value: false } };
    }),
  ),
  defineVariation(
    'sparse-answers',
    'gives no more answers than it must',
    changing('answers', (answers) =>
      Object.fromEntries(Object.entries(answers).filter(([key]) => KEPT_ANSWERS.has(key))),
    ),
  ),
  defineVariation(
    'sparse-columns',
    'leaves out every status column but ekyc',
    changing('application.other_status', (columns) => ('ekyc' in columns ? { ekyc: columns['ekyc'] } : columns)),
  ),
  defineVariation('key-order', 'writes the keys of objects in another order', () =>
    rewritingBodies((part) => (isObject(part) ? Object.fromEntries(Object.entries(part).toReversed()) : part)),
  ),
  defineVariation('fine-fractions', 'writes times to the microsecond', () =>
    writingFractions((digits) => `${(digits || '.').padEnd(4, '0')}123`),
  ),
  defineVariation('no-fractions', 'writes times to the second', () => writingFractions(() => '')),
  defineVariation(
    'scores-between-bands',
    'has scores for which no outcome is stated',
    changing('extra.ekyc.face_compare', (compared) => ({
      ...compared,
      score: compared['status'] === 'not_match' ? 60.5 : 69.5,
    })),
  ),
  defineVariation('early-pass', 'reads pass before anything was captured', {
    payload: (document, { application }) =>
      application.status === 'incomplete'
        ? replaceAt(document, 'application.other_status.ekyc', () => 'pass')
        : document,
  }),
  defineVariation(
    'bank-statement',
    'analyses a statement of the bank',
    changing('extra', (extra) =>
      'ekyc' in extra ? { ...extra, bank_statement: { months: [{ balance: 12.5 }] } } : extra,
    ),
  ),
  defineVariation('no-screening', 'screens no one', {
    payload: (document) => removeAt(document, 'extra.identity_aml'),
  }),
  defineVariation('provider-down', 'has no search record of a provider that failed', {
    payload: (document) =>
      replaceAt(document, ENTRY, (entry) =>
        isObject(entry) && at(entry, 'result', 'is_found') === false
          ? { ...entry, output: { code: 503, status: 'failure' } }
          : entry,
      ),
  }),
  defineVariation('every-flag-listed', 'names every flag in values_list', {
    payload: (document) =>
      replaceAt(document, 'extra.identity_aml.*.*.values_list', () =>
        ['pep', 'warnings', 'sanctions', 'adverse_media', 'fitness_probity'].map((list) => `is_any_in_${list}`),
      ),
  }),
  defineVariation('one-name', 'screens people with one name, of no known birth date', {
    payload: (document) =>
      ['last_name', 'date_of_birth'].reduce<typeof document>(
        (screened, key) => removeAt(screened, `extra.identity_aml.*.*.input.${key}`),
        document,
      ),
  }),
  defineVariation('no-messages', 'has no message in attempts, which is reserved', {
    payload: (document) =>
      removeAt(
        removeAt(document, 'extra.ekyc.liveness.attempts.*.message'),
        'extra.ekyc.identity_document.attempts.*.message',
      ),
  }),
  defineVariation('user-assigned-country', 'has documents of a country whose code is left to users', {
    payload: (document) => replaceAt(document, 'answers.ekyc_document_country.value', () => 'XKX'),
  }),
  defineVariation('unpadded-number', 'pads the number of an application with no zero', {
    payload: (document, { application: { id } }) => replaceAt(document, 'application.no', () => `COK00${id}`),
  }),
];
