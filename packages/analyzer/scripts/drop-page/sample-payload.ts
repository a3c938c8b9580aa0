/** Bytes of the sample, about. */
const SAMPLE_BYTES = 3_000_000;
const GIVEN_NAMES = ['Alma', 'Bruno', 'Chidi', 'Dara', 'Elif', 'Farid', 'Greta', 'Hana'];
const FAMILY_NAMES = ['Sample', 'Muster', 'Ejemplo', 'Exemple', 'Esempio', 'Voorbeeld', 'Näyte'];
const TYPES = [['sanction'], ['pep'], ['adverse-media'], ['pep', 'adverse-media']];
const SOURCES = ['world-list', 'national-list', 'press'];
const SNIPPET = 'A generated text about a person who does not exist, as long as a few lines of a newspaper. ';

/** Returns a submission whose screening has about 3 MB of generated hits. It is the same at every call. */
export function samplePayload(): string {
  const hits: unknown[] = [];
  for (let bytes = 0; bytes < SAMPLE_BYTES; bytes += JSON.stringify(hits.at(-1)).length) hits.push(hit(hits.length));
  const at = '2026-01-05T03:00:00+00:00';
  const flags = { is_found: true, is_in_pep: true, is_in_sanctions: true, is_in_adverse_media: true };
  const found = { is_any_found: true, is_any_in_pep: true, is_any_in_sanctions: true, is_any_in_adverse_media: true };
  const input = { first_name: 'Alma', last_name: 'Sample', date_of_birth: '1990-01-01' };
  const data = { id: 1, match_status: 'potential_match', risk_level: 'high', total_hits: hits.length, hits };
  return JSON.stringify({
    event: { nounce: 'sample', type: 'submit_form', version: 1, created_at: at },
    application: {
      id: 4711,
      no: 'COK000004711',
      form: 'kyc',
      slug: 'sample',
      status: 'complete',
      submitted_at: at,
      other_status: { ekyc: 'need_review', aml: 'Need Review' },
    },
    answers: { customer_ref: { value: 'A-17', created_at: at, updated_at: at } },
    extra: {
      ekyc: { face_compare: { score: 64.2, status: 'need_review' } },
      identity_aml: {
        screening_provider: [
          {
            input,
            output: {
              screening_provider: [
                {
                  input,
                  output: { code: 200, status: 'success', content: { data } },
                  result: { ...flags, total_hits: hits.length },
                },
              ],
            },
            result: found,
            timestamp: at,
            values_list: ['is_any_in_pep', 'is_any_in_sanctions', 'is_any_in_adverse_media'],
          },
        ],
      },
    },
  });
}

/** Returns the hit of a number. Sizes follow a pattern from 0.5 to 40 kB. */
function hit(number: number): unknown {
  const name = (index: number): string =>
    `${GIVEN_NAMES[index % GIVEN_NAMES.length]} ${FAMILY_NAMES[index % FAMILY_NAMES.length]}`;
  const count = number % 50 === 0 ? 120 : 1 + ((number * 7) % 11);
  const parts = Array.from({ length: count }, (_, index) => number + index);
  return {
    doc: {
      id: `S${String(number + 1).padStart(6, '0')}`,
      name: name(number),
      entity_type: number % 9 === 0 ? 'organisation' : 'person',
      aka: parts.map((index) => ({ name: name(index + 3) })),
      sources: [SOURCES[number % SOURCES.length]],
      types: TYPES[number % TYPES.length],
      media: parts.map((index) => ({ url: `https://press.example/${index}`, snippet: SNIPPET.repeat(2) })),
    },
    match_types: [number % 3 === 0 ? 'name_exact' : 'aka_exact'],
    score: (99 - (number % 60)) / 100,
    is_whitelisted: number % 17 === 0,
  };
}
