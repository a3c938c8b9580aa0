import { createMock, type Mock } from '@idvkit/mock';
import { infoResponse, PLATFORM_LOCALES } from '@idvkit/schema';
import { beforeEach, describe, expect, it } from 'vitest';

import { ServiceClient } from './service-client.ts';

let mock: Mock;
let client: ServiceClient;
let slug: string;

beforeEach(async () => {
  mock = createMock();
  client = new ServiceClient(mock.fetch);
  slug = await client.createSlug();
});

describe('locale', () => {
  it.each(PLATFORM_LOCALES)('takes %s on every endpoint', async (lang) => {
    const answers = [
      await client.create({ lang }),
      await client.result(slug, { lang }),
      await client.info(slug, { lang }),
      await client.submit(slug, { lang, body: { answers: {} } }),
      await client.resend(slug, { lang }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([201, 200, 200, 422, 204]);
  });

  it.each(['xx', 'EN', 'en-us', 'pt', 'api', '_', '%20'])(
    'redirects %s on every endpoint and method to a path that does not resolve',
    async (lang) => {
      for (const place of [
        'create',
        ...['result', 'info', 'submit', 'hook-submit'].map((end) => `applied-forms/${slug}/${end}`),
      ]) {
        for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS']) {
          for (const authorization of [null, 'Bearer idv_test_token']) {
            const { status, headers, text } = await client.call(place, { lang, method, authorization });
            const location = headers.get('location') ?? '';

            expect([status, text]).toEqual([302, '']);
            expect(location.split('/')[1]).toBe('en');
            expect((await client.at(location, { method, authorization })).status).toBe(404);
          }
        }
      }
    },
  );

  it('keeps the query of a path that it redirects', async () => {
    const { headers } = await client.at('/xx/api/forms/kyc-camera/create/?a=1&b=2');

    expect(headers.get('location')).toBe('/en/xx/api/forms/kyc-camera/create/?a=1&b=2');
  });

  it('lists the locales of the form', async () => {
    const { schema_config } = infoResponse.parse((await client.info(slug)).json);

    expect(schema_config.configs.locale.available_locales).toEqual(['en', 'th', 'zh-hans', 'ja', 'ar']);
  });
});
