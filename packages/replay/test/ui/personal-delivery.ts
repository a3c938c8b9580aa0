/** Values that stand for somebody: none may be in an answer that was not asked to reveal it. */
export const PERSONAL = {
  name: 'Zephyrine-Canary',
  nid: '1101700203450',
  phone: '0812345678',
  slug: 'slug-canary-9f3a',
  token: 'image-token-canary',
} as const;

/** A submission that holds them. */
export function personalDelivery({ createdAt = '2026-01-05T03:00:00+00:00', nounce = 'n-1' } = {}): string {
  return JSON.stringify({
    event: { type: 'submit_form', version: 1, nounce, created_at: createdAt },
    application: {
      slug: PERSONAL.slug,
      form: 'onboarding',
      status: 'complete',
      submitted_at: createdAt,
      other_status: { ekyc: 'pass' },
    },
    answers: {
      full_name_first_name: { value: PERSONAL.name, created_at: createdAt },
      nid: { value: PERSONAL.nid },
      phone: { value: Number(PERSONAL.phone) },
    },
    extra: {
      ekyc: {
        face_compare: { score: 91.5, status: 'pass' },
        liveness: {
          attempts: [
            {
              attempt: 1,
              images: [
                {
                  action: 'smile',
                  url: `https://svc.example/api/ekyc/${PERSONAL.slug}/result/image/?q=${PERSONAL.token}&exp=1767582900`,
                },
              ],
            },
          ],
        },
      },
      identity_aml: { acme: [{ result: { is_any_in_pep: true, is_any_in_sanctions: false } }] },
    },
  });
}
