/** A payload with everything that a page draws: tries, contradicting flags, hits of many sizes, an entry without. */
export function screeningPayload(hits = 200): unknown {
  const at = (second: number): string => `2026-01-05T03:00:${String(second).padStart(2, '0')}+00:00`;
  const flags = {
    is_found: true,
    is_in_pep: true,
    is_in_warnings: false,
    is_in_sanctions: true,
    is_in_fitness_probity: false,
  };
  const entry = (count: number): unknown => ({
    input: {},
    output: {
      code: 200,
      status: 'success',
      content: {
        data: { id: 1, hits: Array.from({ length: count }, (_, index) => hit(index)), total_hits: count + 3 },
      },
    },
    result: { ...flags, is_in_adverse_media: true, total_hits: count + 3 },
  });
  return {
    event: { nounce: 'nounce-secret', type: 'submit_form', version: 1, created_at: at(45) },
    application: {
      id: 7,
      no: 'COK000007',
      form: 'kyc',
      slug: 'slug-secret',
      status: 'complete',
      submitted_at: at(31),
      other_status: { ekyc: 'need_review', 'AML <screening>': 'Review' },
    },
    answers: { nid: { value: '1101700230708', created_at: at(1), updated_at: at(1) } },
    extra: {
      ekyc: {
        face_compare: { score: 65.5, status: 'need_review' },
        liveness: {
          attempts: [1, 2].map((attempt) => ({
            attempt,
            status: attempt === 1 ? 'fail' : 'success',
            created_at: at(10 * attempt),
          })),
        },
        identity_document: { type: 'front_card', attempts: [{ attempt: 1, status: 'success', created_at: at(5) }] },
      },
      identity_aml: {
        provider: [
          {
            input: { first_name: 'Erika', last_name: 'Mustermann', date_of_birth: '1990-01-01' },
            output: { provider: [entry(hits), entry(0)] },
            result: { is_any_found: true, is_all_found: true, is_any_in_pep: false, is_any_in_sanctions: true },
            timestamp: at(40),
            values_list: ['is_any_in_sanctions'],
          },
        ],
      },
    },
  };
}

function hit(index: number): unknown {
  return {
    match_types: index % 3 === 0 ? ['name_exact'] : ['aka_fuzzy', '<script>alert(1)</script>'],
    risk_level: index % 2 === 0 ? 'low' : 'high',
    match_status: index % 5 === 0 ? 'true_positive' : 'potential_match',
    score: ((index * 37) % 100) / 10,
    doc: {
      id: `id-${index % 190}`,
      name: `Erika Mustermann ${index}`,
      entity_type: 'person',
      types: index % 4 === 0 ? ['pep', 'sanction'] : ['adverse-media'],
      aka: Array.from({ length: (index * 7) % 23 }, (_, at) => ({ name: at % 5 === 0 ? '' : `Alias สมชาย ${at}` })),
      media: Array.from({ length: (index * 5) % 11 }, (_, at) => ({
        date: `${2003 + ((index + at) % 22)}-05-11T00:00:00Z`,
        url: `https://press-${at % 4}.example.test/articles/${index}`,
        snippet: 'Tribunal opens inquiry. '.repeat(1 + ((index * 13) % 40)),
        language: at % 2 === 0 ? 'en' : 'th',
      })),
    },
  };
}
