/** Parts of payloads as the specification writes them, for tests about numbers. */
export type Json = Readonly<Record<string, unknown>>;

const LISTS = ['pep', 'warnings', 'sanctions', 'adverse_media', 'fitness_probity'];

export function hitOf(id: unknown, score: number, more: Json = {}): Json {
  return { doc: { id, name: 'n' }, score, ...more };
}

export function entryOf(
  hits: readonly unknown[],
  { record = {}, result = {} }: { readonly record?: Json; readonly result?: Json } = {},
): Json {
  const data = {
    hits,
    total_hits: hits.length,
    total_matches: hits.length,
    risk_level: 'unknown',
    match_status: 'potential_match',
    blacklist_hits: [],
    total_blacklist_hits: 0,
    ...record,
  };
  return {
    input: { first_name: 'A', last_name: 'B', date_of_birth: '1980-01-01' },
    output: { code: 200, status: 'success', content: { data } },
    result: {
      ...Object.fromEntries(LISTS.map((list) => [`is_in_${list}`, false])),
      is_found: hits.length > 0,
      total_hits: hits.length,
      ...result,
    },
  };
}

export function runOf(provider: string, entries: readonly Json[], result: Json = {}): Json {
  return {
    input: entries[0]?.['input'],
    output: { [provider]: entries },
    result: {
      is_any_found: true,
      is_all_found: true,
      ...Object.fromEntries(
        LISTS.flatMap((list) => [`is_any_in_${list}`, `is_all_in_${list}`].map((at) => [at, false])),
      ),
      ...result,
    },
    timestamp: '2026-05-01T10:00:00+00:00',
    values_list: [],
  };
}

export function payloadOf(screenings: Readonly<Record<string, readonly Json[]>>, slug = 's'): Json {
  const at = '2026-05-01T10:00:00+00:00';
  return {
    event: { nounce: 'n', type: 'submit_form', version: 1, created_at: at },
    application: {
      id: 1,
      no: 'COK000000001',
      form: 'kyc',
      slug,
      status: 'complete',
      other_status: { ekyc: 'pass' },
      submitted_at: at,
    },
    answers: {},
    extra: { ekyc: {}, identity_aml: screenings },
  };
}
