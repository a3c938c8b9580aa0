import { count, date, enumerated, flag, identifier, moment, name } from './policy-leaves.ts';
import { array, named, object, textLike, type PolicyNode } from './policy.ts';

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

/** One screening run. @see Specification, "extra.identity_aml (AML screening)" */
export const amlRun: PolicyNode = object({
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
