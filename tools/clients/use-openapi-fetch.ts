import createClient from 'openapi-fetch';

import type { paths } from './generated/openapi-typescript.ts';

/** Makes every kind of call with the client of openapi-fetch, whose types are those that openapi-typescript generated. */
export async function callAll(fetch: (request: Request) => Promise<Response>, submit: (slug: string) => unknown) {
  const client = createClient<paths>({
    baseUrl: 'http://idv.test',
    fetch,
    headers: { authorization: 'Bearer idv_test_token' },
  });
  const path = { lang: 'en', form_slug: 'kyc-plain' } as const;

  const created = await client.POST('/{lang}/api/forms/{form_slug}/create/', {
    params: { path },
    body: { answers: { customer_ref: 'A-17' } },
  });
  const slug = created.data?.detail.slug ?? '';
  const params = { path: { ...path, slug } };
  const info = await client.GET('/{lang}/api/forms/{form_slug}/applied-forms/{slug}/info/', { params });
  const refused = await client.POST('/{lang}/api/forms/{form_slug}/applied-forms/{slug}/submit/', {
    params,
    body: { answers: {} },
  });
  submit(slug);
  const result = await client.GET('/{lang}/api/forms/{form_slug}/applied-forms/{slug}/result/', { params });
  const resent = await client.POST('/{lang}/api/forms/{form_slug}/applied-forms/{slug}/hook-submit/', { params });

  const nestedBody = { answers: { nid: { value: '1' } } };
  const nested = await client.POST('/{lang}/api/forms/{form_slug}/create/', {
    params: { path },
    // @ts-expect-error: answers are never nested.
    body: nestedBody,
  });
  return {
    statuses: [created, info, refused, result, resent, nested].map(({ response }) => response.status),
    isSubmitted: info.data?.data.is_submitted,
    missing: Object.keys(refused.error ?? {}),
    outcome: result.data?.application.other_status?.ekyc,
  };
}
