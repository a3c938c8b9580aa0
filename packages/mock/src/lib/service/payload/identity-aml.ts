import { formatTimestamp } from '@idvkit/delivery';
import type { JsonObject } from '@idvkit/json';
import { AML_LISTS, type AmlList } from '@idvkit/schema';

import type { Submission } from '../../state/submission.ts';
import { drawingFrom } from './drawing.ts';
import { fewHits, manyHits, type MatchType, type ScreeningHits } from './screening-hits.ts';

/** Name under which the mock's screening provider appears. */
const SCREENING_PROVIDER = 'screening_provider';

/** Result of one search of a screening. */
interface Search {
  readonly lists: readonly AmlList[];
  readonly hits: ScreeningHits;
}

/**
 * Builds `extra.identity_aml`: one run with a search by name. A hit of public rank adds an empty search: "any" and "all" differ.
 * @see Specification, "`extra.identity_aml` (AML screening)"
 */
export function buildIdentityAml(options: {
  readonly submission: Submission;
  /** The editable name pair and the date of birth. */
  readonly input: { readonly first_name: string; readonly last_name: string; readonly date_of_birth: string };
  /** The same text gives the same screening. */
  readonly from: string;
  readonly submittedAt: number;
}): JsonObject {
  const searches = searchesOf(options.submission, options.from);
  const inLists = (list: AmlList): readonly boolean[] => searches.map(({ lists }) => lists.includes(list));
  const isFound = searches.map(({ hits }) => hits.count > 0);
  const run = {
    input: options.input,
    output: { [SCREENING_PROVIDER]: searches.map((search, index) => entry({ ...options, search, index })) },
    result: {
      is_all_found: isFound.every(Boolean),
      is_any_found: isFound.some(Boolean),
      ...Object.fromEntries(
        AML_LISTS.flatMap((list) => [
          [`is_all_in_${list}`, inLists(list).every(Boolean)],
          [`is_any_in_${list}`, inLists(list).some(Boolean)],
        ]),
      ),
    },
    timestamp: formatTimestamp(options.submittedAt),
    values_list: AML_LISTS.filter((list) => inLists(list).some(Boolean)).map((list) => `is_any_in_${list}`),
  };
  return { [SCREENING_PROVIDER]: [run] };
}

function searchesOf({ aml, amlBytes }: Submission, from: string): readonly Search[] {
  const nothing: Search = { lists: [], hits: { count: 0, hits: [] } };
  switch (aml) {
    case 'none':
      return [nothing];
    case 'pep':
      return [{ lists: ['pep'], hits: fewHits({ from, count: 2, types: ['pep'] }) }, nothing];
    case 'sanctions': {
      const types: readonly MatchType[] = ['sanction', 'warning'];
      return [{ lists: ['sanctions', 'warnings'], hits: fewHits({ from, count: 3, types }) }];
    }
    case 'huge':
      break;
  }
  const types: readonly MatchType[] = ['sanction', 'pep', 'adverse-media'];
  return [{ lists: ['pep', 'sanctions', 'adverse_media'], hits: manyHits({ from, bytes: amlBytes, types }) }];
}

function entry(options: {
  readonly input: { readonly first_name: string; readonly last_name: string; readonly date_of_birth: string };
  readonly from: string;
  readonly submittedAt: number;
  readonly search: Search;
  readonly index: number;
}): JsonObject {
  const { input, search } = options;
  const drawing = drawingFrom(`${options.from}/search/${options.index}`);
  const term = `${input.first_name} ${input.last_name}`;
  const total = search.hits.count;
  const at = formatTimestamp(options.submittedAt);
  return {
    input,
    output: {
      code: 200,
      status: 'success',
      content: {
        data: {
          id: drawing.integer(100_000_000, 999_999_999),
          ref: `${drawing.integer(1_000_000, 9_999_999)}-${drawing.digits(6)}`,
          searcher_id: 4210,
          assignee_id: 4210,
          filters: { birth_year: Number(input.date_of_birth.slice(0, 4)), fuzziness: 0.3, types: AML_LISTS },
          match_status: total > 0 ? 'potential_match' : 'no_match',
          risk_level: total > 0 ? 'high' : 'unknown',
          search_term: term,
          submitted_term: term,
          client_ref: `screening-${drawing.digits(8)}`,
          total_hits: total,
          total_matches: total,
          limit: 100,
          offset: 0,
          tags: [],
          labels: [],
          total_blacklist_hits: 0,
          blacklist_hits: [],
          created_at: at,
          updated_at: at,
          hits: search.hits.hits,
        },
      },
    },
    result: {
      is_found: total > 0,
      ...Object.fromEntries(AML_LISTS.map((list) => [`is_in_${list}`, search.lists.includes(list)])),
      total_hits: total,
    },
  };
}
