/** A submission that keeps every rule, as one object that tests change in one place. */
export const SLUG = 'b7c1f0a2d94e';
export const FORM = 'kyc-camera';
export const BASE_URL = 'https://service.example';
/** When the delivery of {@link submission} was made: 2026-01-05T03:10:00Z. */
export const DELIVERED_AT: number = Date.parse('2026-01-05T03:10:00Z');

function image(token: string): string {
  return `${BASE_URL}/api/ekyc/${SLUG}/result/image/?q=${token}&exp=${DELIVERED_AT / 1000 + 900}`;
}

function answer(value: unknown): object {
  return { value, created_at: '2026-01-05T03:00:00+00:00', updated_at: '2026-01-05T03:02:00.250000+00:00' };
}

function attempt(id: number, attempt: number, status: string, minute: number): object {
  return { id, attempt, status, message: '', created_at: `2026-01-05T03:0${minute}:00+00:00` };
}

/** The screening of one provider, which found one person on the sanctions list. */
function screening(): object {
  const flags = (found: boolean): object => ({
    is_found: found,
    is_in_pep: false,
    is_in_warnings: false,
    is_in_sanctions: found,
    is_in_adverse_media: false,
    is_in_fitness_probity: false,
    total_hits: found ? 1 : 0,
  });
  const entry = (found: boolean): object => ({
    input: { search_term: 'Somchai Jaidee', birth_year: null },
    output: {
      code: 200,
      status: 'success',
      content: { data: { id: 71, hits: found ? [{ doc: { id: null } }] : [], risk_level: null } },
    },
    result: flags(found),
  });
  return {
    input: { first_name: 'สมชาย', last_name: 'ใจดี', date_of_birth: '1990-04-17', country: null },
    output: { watchdog: [entry(true), entry(false)] },
    result: {
      is_all_found: false,
      is_any_found: true,
      is_all_in_pep: false,
      is_any_in_pep: false,
      is_all_in_warnings: false,
      is_any_in_warnings: false,
      is_all_in_sanctions: false,
      is_any_in_sanctions: true,
      is_all_in_adverse_media: false,
      is_any_in_adverse_media: false,
      is_all_in_fitness_probity: false,
      is_any_in_fitness_probity: false,
    },
    timestamp: '2026-01-05T03:09:30+00:00',
    values_list: ['is_any_in_sanctions'],
  };
}

const identity = { id: 4711, no: 'COK000004711', form: FORM, slug: SLUG };

/** Body of a submit_form delivery: national id, a retried document scan, a match, one sanctions hit. */
export function submission(): object {
  return {
    event: { nounce: 'n-1', type: 'submit_form', version: 1, created_at: '2026-01-05T03:10:00+00:00' },
    application: {
      ...identity,
      status: 'complete',
      other_status: { ekyc: 'pass', 'AML result': 'Review', decision: '-' },
      submitted_at: '2026-01-05T03:09:00.123456+00:00',
    },
    answers: {
      nid: answer('1101700230708'),
      document_number: answer('JT0-1234567'),
      ekyc_document_type: answer('front_card'),
      ekyc_document_country: answer('THA'),
      name_prefix: answer('Mr.'),
      gender: answer('M'),
      full_name_type: answer('parts'),
      full_name_first_name: answer('สมชาย'),
      full_name_last_name: answer('ใจดี'),
      full_name_en_first_name: answer('Somchai'),
      full_name_en_last_name: answer('Jaidee'),
      date_of_birth: answer('1990-04-17'),
      date_of_issue: answer('2024-02-29'),
      date_of_expiry: answer('2032-02-28'),
      home_address_country: answer('THA'),
      home_address_full: answer('1 Example Road, Bangkok'),
      consent_version: answer('2.1'),
      consent_date: answer('2026-01-05T03:01:00Z'),
      consent_checkbox_1: answer(true),
      customer_ref: answer('c-1'),
    },
    extra: {
      ekyc: {
        face_compare: { score: 88.25, status: 'match' },
        liveness: {
          url: image('best'),
          attempts: [{ ...attempt(31, 1, 'success', 8), images: [{ url: image('idle'), action: 'idle' }] }],
        },
        identity_document: {
          type: 'front_card',
          url: image('scan'),
          face_image_url: image('face'),
          attempts: [
            { ...attempt(21, 1, 'fail', 5), type: 'front_card', url: image('try1') },
            { ...attempt(22, 2, 'success', 6), type: 'front_card', url: image('try2') },
          ],
        },
      },
      identity_aml: { watchdog: [screening()] },
    },
  };
}

/** Body of a lifecycle delivery about an application that is still open. */
export function lifecycle(type: 'update_status' | 'drop_off' = 'update_status'): object {
  return {
    event: { nounce: 'n-2', type, created_at: '2026-01-05T03:10:00+00:00' },
    application: {
      ...identity,
      status: type === 'drop_off' ? 'expired' : 'incomplete',
      submitted_at: null,
      other_status: { ekyc: 'pass' },
    },
  };
}

/** Body of a result call on an application that is not submitted yet. */
export function openResult(): object {
  const application = { ...identity, status: 'incomplete', submitted_at: null, other_status: { ekyc: 'pass' } };
  return { application, answers: {}, extra: {} };
}
