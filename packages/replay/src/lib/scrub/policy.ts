import { isAlpha3, signedImageUrl } from '@idvkit/schema';

import { isPlainName } from './plain-names.ts';
import { isEnumLike, isTitle } from './vocabulary.ts';

/** What a value is taken for, which says how it is replaced. Reports count by it. */
export type Kind =
  | 'name'
  | 'national-id'
  | 'document-number'
  | 'date'
  | 'address'
  | 'slug'
  | 'identifier'
  | 'image-url'
  | 'text'
  | 'number'
  | 'flag'
  | 'key';

/** What becomes of a value: it stays, where it has the shape that says nothing about anybody, or is replaced as a kind. */
export interface Treatment {
  readonly kind: Kind;
  /** Whether a text stays as it is. Default: never. */
  readonly keepsText?: (text: string) => boolean;
  /** Whether numbers, `true` and `false` stay. Default: no. */
  readonly keepsNumbers?: boolean;
  readonly keepsFlags?: boolean;
}

/** A place in a body: what becomes of a value there, and which places are below it. */
export interface PolicyNode {
  readonly treatment: Treatment;
  /** Members by their key. */
  readonly members?: Readonly<Record<string, PolicyNode>>;
  /** All other members. Default: personal. */
  readonly others?: PolicyNode;
  /** Elements of an array. Default: personal. */
  readonly elements?: PolicyNode;
  /**
   * Whether the keys of the other members name things of the client's or the provider's, as the specification says of questions,
   * status columns and providers. Default: no; a key may be somebody's name.
   */
  readonly namesThings?: boolean;
}

const TIMESTAMP = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:?\d{2})?$/;
const IDENTIFIER = /^[A-Za-z][A-Za-z\d_.-]{0,63}$/;

/** Everything that is not named below: whoever wrote it, it may be about somebody. */
const personal: PolicyNode = { treatment: { kind: 'text' } };

function leaf(kind: Kind, kept: Omit<Treatment, 'kind'> = {}): PolicyNode {
  return { treatment: { kind, ...kept } };
}

function textLike(kept: (text: string) => boolean): PolicyNode {
  return leaf('text', { keepsText: kept });
}

function object(members: Readonly<Record<string, PolicyNode>>, others?: PolicyNode): PolicyNode {
  return { treatment: { kind: 'text' }, members, ...(others !== undefined && { others }) };
}

/** A map of which the specification says what its keys name, but not which keys there are. */
function named(others: PolicyNode, members: Readonly<Record<string, PolicyNode>> = {}): PolicyNode {
  return { ...object(members, others), namesThings: true };
}

function array(elements: PolicyNode): PolicyNode {
  return { treatment: { kind: 'text' }, elements };
}

const count = leaf('number', { keepsNumbers: true });
const flag = leaf('flag', { keepsFlags: true });
const moment = textLike((text) => TIMESTAMP.test(text));
const oneOf = (...values: readonly string[]): PolicyNode => textLike((text) => values.includes(text));
const enumerated = textLike(isEnumLike);
const identifier = leaf('identifier');
const name = leaf('name');
const address = leaf('address');
const date = leaf('date');
const country = textLike(isAlpha3);
const image = leaf('image-url');
const documentType = oneOf('front_card', 'passport');

function answer(value: PolicyNode): PolicyNode {
  return object({ value, created_at: moment, updated_at: moment });
}

const answers = named(answer(personal), {
  nid: answer(leaf('national-id')),
  document_number: answer(leaf('document-number')),
  ekyc_document_type: answer(documentType),
  ekyc_document_country: answer(country),
  name_prefix: answer(leaf('name', { keepsText: isTitle })),
  gender: answer(oneOf('M', 'F')),
  full_name_type: answer(oneOf('parts', 'full')),
  full_name_first_name: answer(name),
  full_name_last_name: answer(name),
  full_name_en_first_name: answer(name),
  full_name_en_last_name: answer(name),
  date_of_birth: answer(date),
  date_of_issue: answer(date),
  date_of_expiry: answer(date),
  home_address_country: answer(country),
  home_address_address: answer(address),
  home_address_subdistrict: answer(address),
  home_address_district: answer(address),
  home_address_province: answer(address),
  home_address_zipcode: answer(address),
  home_address_address_1_common: answer(address),
  home_address_address_2_common: answer(address),
  home_address_city_common: answer(address),
  home_address_postal_code_common: answer(address),
  home_address_full: answer(address),
  consent_version: answer(
    leaf('text', { keepsText: (text) => /^v?\d{1,4}(\.\d{1,4}){0,3}$/.test(text), keepsNumbers: true }),
  ),
  consent_date: answer(moment),
  consent_checkbox_1: answer(flag),
});

const attempt = {
  id: identifier,
  attempt: count,
  status: oneOf('success', 'fail'),
  message: personal,
  type: documentType,
  url: image,
  created_at: moment,
};

const ekyc = object({
  face_compare: object({ score: count, status: oneOf('match', 'need_review', 'not_match') }),
  liveness: object({
    url: image,
    attempts: array(
      object({
        ...attempt,
        images: array(
          object({ url: image, action: textLike((text) => /^[a-z]{2,12}(_[a-z]{2,12}){0,2}$/.test(text)) }),
        ),
      }),
    ),
  }),
  identity_document: object({
    type: documentType,
    url: image,
    face_image_url: image,
    attempts: array(object(attempt)),
  }),
});

const LISTS = ['pep', 'warnings', 'sanctions', 'adverse_media', 'fitness_probity'];
const anyAll = LISTS.flatMap((list) => [`is_all_in_${list}`, `is_any_in_${list}`]);
const flagNames = new Set(anyAll);

/** Members of hits of which short values from closed lists stay. Any other value of a hit is personal. */
const ENUM_MEMBERS = [
  'types',
  'type',
  'entity_type',
  'match_types',
  'match_type',
  'match_status',
  'match_types_details',
  'risk_level',
  'status',
  'category',
  'categories',
  'list_type',
  'kind',
  'severity',
  'name_type',
  'source_type',
  'tags',
  'labels',
  'gender',
];
const COUNT_MEMBERS = [
  'score',
  'relevance',
  'confidence',
  'total',
  'total_hits',
  'total_matches',
  'limit',
  'offset',
  'count',
  'size',
  'page',
];
const FLAG_MEMBERS = ['is_whitelisted', 'is_blacklisted', 'is_active', 'is_found', 'exact_match', 'remove_deceased'];

// Hits nest in ways that nobody described, so the same holds at every depth.
const hit: { -readonly [Member in keyof PolicyNode]: PolicyNode[Member] } = { treatment: { kind: 'text' } };
const closedList: PolicyNode = { ...enumerated, elements: enumerated, others: hit };
hit.elements = hit;
hit.others = hit;
hit.members = {
  ...Object.fromEntries(ENUM_MEMBERS.map((member) => [member, closedList])),
  ...Object.fromEntries(COUNT_MEMBERS.map((member) => [member, { ...count, others: hit, elements: hit }])),
  ...Object.fromEntries(FLAG_MEMBERS.map((member) => [member, { ...flag, others: hit, elements: hit }])),
};

const searchRecord = object(
  {
    limit: count,
    offset: count,
    total_hits: count,
    total_matches: count,
    total_blacklist_hits: count,
    created_at: moment,
    updated_at: moment,
    risk_level: enumerated,
    match_status: enumerated,
    tags: closedList,
    labels: closedList,
    id: identifier,
    ref: identifier,
    client_ref: identifier,
    assignee_id: identifier,
    searcher_id: identifier,
    hits: hit,
    blacklist_hits: hit,
    filters: hit,
    search_term: hit,
    submitted_term: hit,
  },
  hit,
);

const amlInput = object({ first_name: name, last_name: name, date_of_birth: date }, hit);

const amlRun = object({
  input: amlInput,
  output: named(
    array(
      object({
        input: amlInput,
        output: object({
          code: count,
          status: enumerated,
          content: object({ data: searchRecord }, hit),
        }),
        result: object({
          is_found: flag,
          total_hits: count,
          ...Object.fromEntries(LISTS.map((list) => [`is_in_${list}`, flag])),
        }),
      }),
    ),
  ),
  result: object({ is_all_found: flag, is_any_found: flag, ...Object.fromEntries(anyAll.map((each) => [each, flag])) }),
  timestamp: moment,
  values_list: array(textLike((text) => flagNames.has(text))),
});

/**
 * What becomes of each value of a delivery or result. Closed: a value stays only where it is named here and looks the
 * way it should.
 *
 * @see Specification, "Resources and their fields"
 */
export const deliveryPolicy: PolicyNode = object({
  event: object({
    nounce: identifier,
    type: textLike((text) => IDENTIFIER.test(text)),
    version: count,
    created_at: moment,
  }),
  application: object({
    id: identifier,
    no: identifier,
    form: textLike((text) => IDENTIFIER.test(text)),
    slug: leaf('slug'),
    status: oneOf('incomplete', 'complete', 'expired'),
    other_status: named(enumerated, { ekyc: oneOf('pass', 'need_review', 'fail', 'pending') }),
    submitted_at: moment,
  }),
  answers,
  extra: object({ ekyc, identity_aml: named(array(amlRun)), bank_statement: personal }),
});

/** The node below another that a step of a path leads to. */
export function below(node: PolicyNode, step: string | number): PolicyNode {
  if (typeof step === 'number') return node.elements ?? personal;
  const member = node.members !== undefined && Object.hasOwn(node.members, step) ? node.members[step] : undefined;
  return member ?? node.others ?? personal;
}

/** A node whose values stay as they are, at every depth: what a user declared to be about nobody. */
export const kept: { -readonly [Member in keyof PolicyNode]: PolicyNode[Member] } = {
  treatment: { kind: 'text', keepsText: () => true, keepsNumbers: true, keepsFlags: true },
};
kept.others = kept;
kept.elements = kept;

/**
 * Tells whether a key may stay: the specification shows it there, or says that such keys name things, or it is made of words of
 * fields alone. Any other may be somebody's.
 */
export function keepsKey({ members, namesThings }: PolicyNode, key: string): boolean {
  if (key === '' || (members !== undefined && Object.hasOwn(members, key))) return true;
  return (namesThings === true && IDENTIFIER.test(key)) || isPlainName(key);
}

/** Tells whether a text is a signed image URL. @see Specification, "Signed image URL" */
export function isImageUrl(text: string): boolean {
  return signedImageUrl.safeParse(text).success;
}
