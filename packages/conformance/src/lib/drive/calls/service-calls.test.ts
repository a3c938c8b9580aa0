import { describe, expect, it } from 'vitest';

import { endpointPath } from './service-calls.ts';

describe('endpointPath()', () => {
  it('has a path for each endpoint', () => {
    const place = { lang: 'th', formSlug: 'kyc', slug: 'a1' };

    expect((['create', 'result', 'info', 'submit', 'resend'] as const).map((endpoint) => endpointPath(endpoint, place)))
      .toMatchInlineSnapshot(`
        [
          "/th/api/forms/kyc/create/",
          "/th/api/forms/kyc/applied-forms/a1/result/",
          "/th/api/forms/kyc/applied-forms/a1/info/",
          "/th/api/forms/kyc/applied-forms/a1/submit/",
          "/th/api/forms/kyc/applied-forms/a1/hook-submit/",
        ]
      `);
  });

  it('keeps slugs in their segment', () => {
    expect(endpointPath('result', { lang: 'en', formSlug: 'a/b', slug: '../c?d' })).toBe(
      '/en/api/forms/a%2Fb/applied-forms/..%2Fc%3Fd/result/',
    );
  });
});
