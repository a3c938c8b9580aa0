import { create, info, resend, result, submit as submitForm } from './generated/hey-api';
import { createClient } from './generated/hey-api/client';

/** Makes every kind of call with the functions that @hey-api/openapi-ts generated. */
export async function callAll(fetch: (request: Request) => Promise<Response>, submit: (slug: string) => unknown) {
  const client = createClient({
    baseUrl: 'http://idv.test',
    fetch: (input, init) => fetch(new Request(input, init)),
    auth: 'idv_test_token',
  });
  const path = { lang: 'en', form_slug: 'kyc-plain' } as const;

  const created = await create({ client, path, body: { answers: { customer_ref: 'A-17' } } });
  const slug = created.data?.detail.slug ?? '';
  const about = { client, path: { ...path, slug } };
  const read = await info(about);
  const refused = await submitForm({ ...about, body: { answers: {} } });
  submit(slug);
  const settled = await result(about);
  const resent = await resend(about);

  const nestedBody = { answers: { nid: { value: '1' } } };
  // @ts-expect-error: answers are never nested.
  const nested = await create({ client, path, body: nestedBody });
  return {
    statuses: [created, read, refused, settled, resent, nested].map(({ response }) => response?.status),
    isSubmitted: read.data?.data.is_submitted,
    missing: Object.keys(refused.error ?? {}),
    outcome: settled.data?.application.other_status?.ekyc,
  };
}
