import { amlFlagName } from './aml/identity-aml.ts';
import { knownAnswers } from './answers/answers.ts';
import { applicationStatus, ekycOutcome } from './application/application.ts';
import { attemptStatus, documentType } from './ekyc/attempts.ts';
import { faceCompareStatus } from './ekyc/face-compare-status.ts';
import { KNOWN_EVENT_TYPES } from './events/event.ts';
import { PLATFORM_LOCALES } from './locale/platform-locales.ts';

/**
 * A class of fields, by what their values can say about a person.
 *
 * - `public`: the name of a form
 * - `enum`: one of a few documented values
 * - `time`: a timestamp of the service
 * - `count`: a number that measures or counts
 * - `link`: an address, which may hold a slug or a signature
 * - `slug`: the correlation key, a secret
 * - `random`: an identifier made by chance, if it is a UUID
 * - `wording`: a text of the service
 * - `person`: anything else
 */
export type PrivacyClass = 'public' | 'enum' | 'time' | 'count' | 'link' | 'slug' | 'random' | 'wording' | 'person';

/** The privacy of the field at one path. */
export interface FieldPrivacy {
  readonly class: PrivacyClass;
  /** Documented values of an `enum`, or fixed sentences of a `wording`. */
  readonly values?: readonly string[];
}

/** Answers whose values have a class of their own: a named key hides what `*` says. */
const CLASSED_ANSWERS = ['ekyc_document_type', 'full_name_type', 'consent_date'];

/** Fields by path: `*` is any key, `[]` any index. A path that is not listed is `person`. */
const FIELDS: readonly (readonly [FieldPrivacy, readonly string[]])[] = [
  [{ class: 'public' }, ['application.form', 'detail.form']],
  [{ class: 'slug' }, ['application.slug', 'detail.slug']],
  [{ class: 'random' }, ['event.nounce']],
  [{ class: 'enum', values: applicationStatus.options }, ['application.status']],
  [{ class: 'enum', values: ekycOutcome.options }, ['application.other_status.ekyc']],
  [{ class: 'enum', values: ['-', 'Not run'] }, ['application.other_status.*']],
  [{ class: 'enum', values: KNOWN_EVENT_TYPES }, ['event.type']],
  [{ class: 'enum', values: faceCompareStatus.options }, ['extra.ekyc.face_compare.status']],
  [
    { class: 'enum', values: attemptStatus.options },
    ['extra.ekyc.liveness.attempts.[].status', 'extra.ekyc.identity_document.attempts.[].status'],
  ],
  [{ class: 'enum', values: ['idle'] }, ['extra.ekyc.liveness.attempts.[].images.[].action']],
  [
    { class: 'enum', values: documentType.options },
    [
      'extra.ekyc.identity_document.type',
      'extra.ekyc.identity_document.attempts.[].type',
      'answers.ekyc_document_type.value',
    ],
  ],
  [{ class: 'enum', values: ['parts', 'full'] }, ['answers.full_name_type.value']],
  [{ class: 'enum', values: amlFlagName.options }, ['extra.identity_aml.*.[].values_list.[]']],
  [
    { class: 'enum', values: PLATFORM_LOCALES },
    ['schema_config.configs.locale.available_locales.[]', 'schema_config.configs.locale.default_locale'],
  ],
  [
    { class: 'time' },
    [
      'application.submitted_at',
      'event.created_at',
      'detail.submitted_at',
      ...['*', ...CLASSED_ANSWERS].flatMap((key) => [`answers.${key}.created_at`, `answers.${key}.updated_at`]),
      'answers.consent_date.value',
      'extra.ekyc.liveness.attempts.[].created_at',
      'extra.ekyc.identity_document.attempts.[].created_at',
      'extra.identity_aml.*.[].timestamp',
    ],
  ],
  [
    { class: 'count' },
    [
      'event.version',
      'error.status_code',
      'extra.ekyc.face_compare.score',
      'extra.ekyc.liveness.attempts.[].attempt',
      'extra.ekyc.identity_document.attempts.[].attempt',
      'extra.identity_aml.*.[].output.*.[].output.code',
      'extra.identity_aml.*.[].output.*.[].output.content.data.total_hits',
      'extra.identity_aml.*.[].output.*.[].result.total_hits',
    ],
  ],
  [
    { class: 'link' },
    [
      'form_url',
      'info',
      'extra.ekyc.liveness.url',
      'extra.ekyc.liveness.attempts.[].images.[].url',
      'extra.ekyc.identity_document.url',
      'extra.ekyc.identity_document.face_image_url',
      'extra.ekyc.identity_document.attempts.[].url',
    ],
  ],
  [
    {
      class: 'wording',
      values: ['No permission -- see authorization schemes', 'Request forbidden -- authorization will not help'],
    },
    ['error.detail'],
  ],
  [
    { class: 'wording' },
    [
      'error.message',
      'error.detail.*.[]',
      'detail',
      'extra.ekyc.liveness.attempts.[].message',
      'extra.ekyc.identity_document.attempts.[].message',
      // The flat map of submit's 422.
      '*.[]',
    ],
  ],
  [
    { class: 'person' },
    [
      'application.id',
      'application.no',
      'detail.step',
      'detail.section',
      'extra.bank_statement',
      'extra.ekyc.liveness.attempts.[].id',
      'extra.ekyc.identity_document.attempts.[].id',
      ...['first_name', 'last_name', 'date_of_birth'].map((key) => `extra.identity_aml.*.[].input.${key}`),
      ...['all_found', 'any_found', ...lists('all_in'), ...lists('any_in')].map(
        (flag) => `extra.identity_aml.*.[].result.is_${flag}`,
      ),
      'extra.identity_aml.*.[].output.*.[].input',
      'extra.identity_aml.*.[].output.*.[].output.status',
      ...['found', ...lists('in')].map((flag) => `extra.identity_aml.*.[].output.*.[].result.is_${flag}`),
      ...`id ref hits tags labels limit offset filters client_ref created_at updated_at risk_level total_matches assignee_id
        searcher_id search_term submitted_term match_status blacklist_hits total_blacklist_hits`
        .split(/\s+/)
        .map((key) => `extra.identity_aml.*.[].output.*.[].output.content.data.${key}`),
      'data.id',
      'data.current_step',
      'data.is_submitted',
      'data.data',
      'data.application.id',
    ],
  ],
];

function lists(prefix: string): readonly string[] {
  return ['pep', 'warnings', 'sanctions', 'adverse_media', 'fitness_probity'].map((list) => `${prefix}_${list}`);
}

/** A position in a body: what is known of the field there, and of those below. */
export interface PrivacyNode {
  readonly privacy?: FieldPrivacy;
  readonly below: ReadonlyMap<string, PrivacyNode>;
}

interface GrowingNode {
  privacy?: FieldPrivacy;
  readonly below: Map<string, GrowingNode>;
}

const root: GrowingNode = { below: new Map() };
const keys = new Set<string>([...Object.keys(knownAnswers), 'value', 'ekyc_document', 'ekyc_liveness']);
for (const [privacy, paths] of FIELDS) {
  for (const path of paths) {
    let node = root;
    for (const step of path.split('.')) {
      if (step !== '*' && step !== '[]') keys.add(step);
      const next = node.below.get(step) ?? { below: new Map() };
      node.below.set(step, next);
      node = next;
    }
    node.privacy = privacy;
  }
}

/** The root of every body of the service. */
export const PRIVACY_ROOT: PrivacyNode = root;

/** Every key that the specification names: no key of anybody. */
export const DOCUMENTED_KEYS: ReadonlySet<string> = keys;

/** Every value and sentence that the specification fixes: no value of anybody. */
export const DOCUMENTED_VALUES: ReadonlySet<string> = new Set(FIELDS.flatMap(([{ values = [] }]) => values));

const PERSON: FieldPrivacy = { class: 'person' };
const NOWHERE: PrivacyNode = { below: new Map() };

/** Goes from a position to the member or element below it. */
export function privacyBelow(node: PrivacyNode, step: string | number): PrivacyNode {
  const found = typeof step === 'number' ? node.below.get('[]') : (node.below.get(step) ?? node.below.get('*'));
  return found ?? NOWHERE;
}

/** Returns the privacy of the field at a path of a body of the service. A field that is not documented is `person`. */
export function privacyOf(path: readonly (string | number)[]): FieldPrivacy {
  return path.reduce(privacyBelow, PRIVACY_ROOT).privacy ?? PERSON;
}
