import type { Application } from './records.ts';
import { isoTime } from './records.ts';

const PROVIDER = 'argus_watch';
const LISTS = ['pep', 'warnings', 'sanctions', 'adverse_media', 'fitness_probity'] as const;

/** `extra.identity_aml`: two searches of one provider, the second under the name in capitals. Nobody is screened without a date of birth. */
export function screeningOf({ id, answers, checks, submittedMs = 0 }: Application): object {
  if (!answers.has('date_of_birth')) return {};
  const value = (key: string): string => String(answers.get(key)?.value ?? '');
  const person = {
    date_of_birth: value('date_of_birth'),
    last_name: value('full_name_last_name'),
    first_name: value('full_name_first_name'),
  };
  const found = checks?.screening === 'clear' ? undefined : checks?.screening;
  const entries = [person, { ...person, last_name: person.last_name.toUpperCase() }].map((input, index) => {
    const hits = index === 0 && found !== undefined ? [hitOn(found, id)] : [];
    const search = {
      total_hits: hits.length,
      hits,
      search_term: `${input.first_name} ${input.last_name}`,
      submitted_term: `${input.first_name} ${input.last_name}`,
      filters: { fuzziness: 0.4, types: ['pep', 'sanction'] },
      limit: 50,
      offset: 0,
      tags: [],
      labels: [],
      id: id * 10 + index,
      ref: `${id}-${index}`,
      client_ref: `ap-${id}`,
      created_at: isoTime(submittedMs),
      updated_at: isoTime(submittedMs),
      risk_level: 'unknown',
      total_matches: hits.length,
      assignee_id: 71,
      searcher_id: 71,
      match_status: hits.length > 0 ? 'potential_match' : 'no_match',
      blacklist_hits: [],
      total_blacklist_hits: 0,
    };
    const flags = Object.fromEntries(LISTS.map((list) => [`is_in_${list}`, hits.length > 0 && list === found]));
    return {
      result: { total_hits: hits.length, ...flags, is_found: hits.length > 0 },
      output: { content: { data: search }, status: 'success', code: 200 },
      input,
    };
  });
  const all = (flag: string): boolean => entries.every(({ result }) => Object.entries(result).some(is(flag)));
  const any = (flag: string): boolean => entries.some(({ result }) => Object.entries(result).some(is(flag)));
  const result = Object.fromEntries([
    ...LISTS.flatMap((list) => [
      [`is_all_in_${list}`, all(`is_in_${list}`)],
      [`is_any_in_${list}`, any(`is_in_${list}`)],
    ]),
    ['is_all_found', all('is_found')],
    ['is_any_found', any('is_found')],
  ]) as Record<string, boolean>;
  const raised = LISTS.map((list) => `is_any_in_${list}`).filter((flag) => result[flag]);
  const run = { timestamp: isoTime(submittedMs), values_list: raised, result, output: { [PROVIDER]: entries } };
  return { [PROVIDER]: [{ ...run, input: person }] };
}

function is(flag: string): (entry: [string, unknown]) => boolean {
  return ([name, value]) => name === flag && value === true;
}

function hitOn(list: 'pep' | 'sanctions', id: number): object {
  const names = ['A. N. Other', 'Ann Other', 'Other, Ann'];
  return {
    doc: { id: `P${id}`, name: names[0], aka: names.map((name) => ({ name })) },
    list,
    match_types: ['name_fuzzy'],
  };
}
