import { AML_FLAG_NAMES, AML_LISTS } from './aml/aml-lists.ts';
import { ALPHA_3_COUNTRIES } from './answers/countries.ts';
import { GENDERS, KNOWN_QUESTIONS, NAME_FORMS } from './answers/known-questions.ts';
import { APPLICATION_STATUSES, EKYC_VALUES } from './application/application-values.ts';
import { ATTEMPT_STATUSES, DOCUMENT_TYPES } from './ekyc/attempt-values.ts';
import { FACE_COMPARE_STATUSES } from './ekyc/face-compare-status.ts';
import { KNOWN_EVENT_TYPES } from './events/event-types.ts';
import { PLATFORM_LOCALES } from './locale/platform-locales.ts';
import { isIdentifier, TITLES, type FieldPrivacy } from './privacy-classes.ts';

const PERSON: FieldPrivacy = { class: 'person' };
const IDENTIFIER: FieldPrivacy = { class: 'person', kind: 'identifier' };
const NAME: FieldPrivacy = { class: 'person', kind: 'name' };
const DATE: FieldPrivacy = { class: 'person', kind: 'date' };
const ADDRESS: FieldPrivacy = { class: 'person', kind: 'address' };
const TERM: FieldPrivacy = { class: 'term' };
const COUNT: FieldPrivacy = { class: 'count' };
const FLAG: FieldPrivacy = { class: 'flag' };
const TIME: FieldPrivacy = { class: 'time' };
const COUNTRY: FieldPrivacy = { class: 'trait', values: ALPHA_3_COUNTRIES };

/** Values of answers; `*` is any other question. */
const ANSWERS: Readonly<Record<string, FieldPrivacy>> = {
  ...Object.fromEntries(
    Object.keys(KNOWN_QUESTIONS).map((key) => [key, key.startsWith('home_address_') ? ADDRESS : PERSON]),
  ),
  nid: { class: 'person', kind: 'national-id' },
  document_number: { class: 'person', kind: 'document-number' },
  ekyc_document_type: { class: 'enum', values: DOCUMENT_TYPES },
  ekyc_document_country: COUNTRY,
  home_address_country: COUNTRY,
  name_prefix: { class: 'trait', values: TITLES },
  gender: { class: 'trait', values: GENDERS },
  full_name_type: { class: 'enum', values: NAME_FORMS },
  full_name_first_name: NAME,
  full_name_last_name: NAME,
  full_name_en_first_name: NAME,
  full_name_en_last_name: NAME,
  date_of_birth: DATE,
  date_of_issue: DATE,
  date_of_expiry: DATE,
  consent_version: COUNT,
  consent_date: TIME,
  consent_checkbox_1: FLAG,
  '*': PERSON,
};

const RUN = 'extra.identity_aml.*.[]';
const ENTRY = `${RUN}.output.*.[]`;
const SEARCH = `${ENTRY}.output.content.data`;

/**
 * Fields by path: `*` is any key, each of which names a thing, such as a question or a provider; `?` is any key, which may be
 * someone's name; `[]` is any index. A path that is not listed is `person`.
 */
const FIELDS: readonly (readonly [FieldPrivacy, readonly string[]])[] = [
  [{ class: 'public' }, ['application.form', 'detail.form']],
  [{ class: 'slug' }, ['application.slug', 'detail.slug']],
  [{ class: 'random' }, ['event.nounce']],
  [{ class: 'enum', values: APPLICATION_STATUSES }, ['application.status']],
  [{ class: 'enum', values: EKYC_VALUES }, ['application.other_status.ekyc']],
  [{ class: 'term', values: ['-', 'Not run', 'N/A'] }, ['application.other_status.*']],
  [{ class: 'public', values: KNOWN_EVENT_TYPES }, ['event.type']],
  [{ class: 'enum', values: FACE_COMPARE_STATUSES }, ['extra.ekyc.face_compare.status']],
  [
    { class: 'enum', values: ATTEMPT_STATUSES },
    ['extra.ekyc.liveness.attempts.[].status', 'extra.ekyc.identity_document.attempts.[].status'],
  ],
  [{ class: 'public', values: ['idle'] }, ['extra.ekyc.liveness.attempts.[].images.[].action']],
  [
    { class: 'enum', values: DOCUMENT_TYPES },
    [
      'extra.ekyc.identity_document.type',
      'extra.ekyc.identity_document.attempts.[].type',
      'extra.ekyc.liveness.attempts.[].type',
    ],
  ],
  ...Object.entries(ANSWERS).map(([key, privacy]) => [privacy, [`answers.${key}.value`]] as const),
  [{ class: 'enum', values: AML_FLAG_NAMES }, [`${RUN}.values_list.[]`]],
  [
    { class: 'enum', values: PLATFORM_LOCALES },
    ['schema_config.configs.locale.available_locales.[]', 'schema_config.configs.locale.default_locale'],
  ],
  [
    TIME,
    [
      'application.submitted_at',
      'event.created_at',
      'detail.submitted_at',
      ...Object.keys(ANSWERS).flatMap((key) => [`answers.${key}.created_at`, `answers.${key}.updated_at`]),
      'extra.ekyc.liveness.attempts.[].created_at',
      'extra.ekyc.identity_document.attempts.[].created_at',
      `${RUN}.timestamp`,
      `${SEARCH}.created_at`,
      `${SEARCH}.updated_at`,
    ],
  ],
  [
    COUNT,
    [
      'event.version',
      'error.status_code',
      'extra.ekyc.face_compare.score',
      'extra.ekyc.liveness.attempts.[].attempt',
      'extra.ekyc.identity_document.attempts.[].attempt',
      `${ENTRY}.output.code`,
      `${ENTRY}.result.total_hits`,
      ...['limit', 'offset', 'total_hits', 'total_matches', 'total_blacklist_hits'].map((key) => `${SEARCH}.${key}`),
    ],
  ],
  [
    TERM,
    [
      `${ENTRY}.output.status`,
      ...['risk_level', 'match_status', 'tags.[]', 'labels.[]'].map((key) => `${SEARCH}.${key}`),
    ],
  ],
  [
    FLAG,
    [
      ...['all_found', 'any_found', ...lists('all_in'), ...lists('any_in')].map((flag) => `${RUN}.result.is_${flag}`),
      ...['found', ...lists('in')].map((flag) => `${ENTRY}.result.is_${flag}`),
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
      '?.[]',
    ],
  ],
  [NAME, [RUN, ENTRY].flatMap((at) => [`${at}.input.first_name`, `${at}.input.last_name`])],
  [DATE, [`${RUN}.input.date_of_birth`, `${ENTRY}.input.date_of_birth`]],
  [
    IDENTIFIER,
    [
      'application.id',
      'application.no',
      'extra.ekyc.liveness.attempts.[].id',
      'extra.ekyc.identity_document.attempts.[].id',
      ...['id', 'ref', 'client_ref', 'assignee_id', 'searcher_id'].map((key) => `${SEARCH}.${key}`),
    ],
  ],
  [
    PERSON,
    [
      'detail.step',
      'detail.section',
      'extra.bank_statement',
      'data.id',
      'data.current_step',
      'data.is_submitted',
      'data.data',
      'data.application.id',
    ],
  ],
];

/** Where providers write what is not described, such as hits. The same holds there at every depth. */
const HITS_AT = [
  ...['hits', 'blacklist_hits', 'filters', 'search_term', 'submitted_term', '?'].map((key) => `${SEARCH}.${key}`),
  `${ENTRY}.output.content.?`,
  `${ENTRY}.input.?`,
  `${RUN}.input.?`,
];

/** Members of hits that are not personal, at any depth. */
const HIT_MEMBERS: readonly (readonly [FieldPrivacy, string])[] = [
  [
    TERM,
    `types type entity_type match_types match_type match_status match_types_details risk_level status category categories
      list_type kind severity name_type source_type tags labels gender`,
  ],
  [COUNT, 'score relevance confidence total total_hits total_matches limit offset count size page'],
  [FLAG, 'is_whitelisted is_blacklisted is_active is_found exact_match remove_deceased'],
];

function lists(prefix: string): readonly string[] {
  return AML_LISTS.map((list) => `${prefix}_${list}`);
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
const keys = new Set<string>([...Object.keys(KNOWN_QUESTIONS), 'value', 'ekyc_document', 'ekyc_liveness']);

function nodeOf(path: string): GrowingNode {
  let node = root;
  for (const step of path.split('.')) {
    if (!/^(?:\*|\?|\[\])$/.test(step)) keys.add(step);
    const next: GrowingNode = node.below.get(step) ?? { below: new Map() };
    node.below.set(step, next);
    node = next;
  }
  return node;
}

for (const [privacy, paths] of FIELDS) for (const path of paths) nodeOf(path).privacy = privacy;

const hit: GrowingNode = { privacy: PERSON, below: new Map() };
const hitOrElement = (element: GrowingNode): [string, GrowingNode][] => [
  ['?', hit],
  ['[]', element],
];
for (const [key, node] of hitOrElement(hit)) hit.below.set(key, node);
for (const [privacy, members] of HIT_MEMBERS) {
  const node: GrowingNode = { privacy, below: new Map(hitOrElement({ privacy, below: new Map(hitOrElement(hit)) })) };
  for (const member of members.split(/\s+/)) hit.below.set(member, node);
}
for (const path of HITS_AT) {
  const node = nodeOf(path);
  node.privacy = PERSON;
  for (const [key, below] of hit.below) node.below.set(key, below);
}

/** The root of every body of the service. */
export const PRIVACY_ROOT: PrivacyNode = root;

/** A hit of a screening, or a part of one at any depth. */
export const PRIVACY_OF_HITS: PrivacyNode = hit;

/** Every key that the specification names: no key of anybody. */
export const DOCUMENTED_KEYS: ReadonlySet<string> = keys;

/** Every value and sentence that the specification fixes: no value of anybody. */
export const DOCUMENTED_VALUES: ReadonlySet<string> = new Set(
  FIELDS.flatMap(([{ class: kind, values = [] }]) => (kind === 'trait' ? [] : values)),
);

const NOWHERE: PrivacyNode = { below: new Map() };

/** Goes from a position to the member or element below it. */
export function privacyBelow(node: PrivacyNode, step: string | number): PrivacyNode {
  const found =
    typeof step === 'number'
      ? node.below.get('[]')
      : (memberOf(node, step) ?? node.below.get('*') ?? node.below.get('?'));
  return found ?? NOWHERE;
}

/** Returns whether a key at a position is documented, or names a thing as the specification says of all keys there. */
export function isKeyOfThing({ below }: PrivacyNode, key: string): boolean {
  return memberOf({ below }, key) !== undefined || (below.has('*') && isIdentifier(key));
}

function memberOf({ below }: PrivacyNode, key: string): PrivacyNode | undefined {
  return key === '*' || key === '?' || key === '[]' ? undefined : below.get(key);
}

/** Returns the privacy of the field at a path of a body of the service. A field that is not documented is `person`. */
export function privacyOf(path: readonly (string | number)[]): FieldPrivacy {
  return path.reduce(privacyBelow, PRIVACY_ROOT).privacy ?? PERSON;
}
