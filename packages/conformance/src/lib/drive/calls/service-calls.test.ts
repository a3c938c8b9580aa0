import { describe, expect, it, onTestFinished } from 'vitest';

import { bearer } from './credentials.ts';
import { Pace } from './pace.ts';
import { Recorder } from './recorder.ts';
import { ServiceCalls, endpointPath } from './service-calls.ts';
import { ServiceClient } from './service-client.ts';

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

describe('ServiceCalls', () => {
  const application = { form: { slug: 'kyc', flow: 'camera' }, slug: 'a1', state: 'submitted' } as const;

  function callsOf(baseUrl: string): { calls: ServiceCalls; recorder: Recorder } {
    const recorder = new Recorder();
    const client = new ServiceClient({
      recorder,
      pace: new Pace({ concurrency: 1, now: () => 0, wait: () => Promise.resolve() }),
      now: () => 0,
      wait: () => Promise.resolve(),
      timeoutMs: 1000,
    });
    onTestFinished(() => client.close());
    return { calls: new ServiceCalls({ client, baseUrl, lang: 'en', valid: bearer('tok') }), recorder };
  }

  it.each([
    'http://service.invalid/api/ekyc/a1/result/image/?q=a&exp=1',
    'http://service.invalid:443/api/ekyc/a1/result/image/',
    'https://service.invalid:8443/api/ekyc/a1/result/image/',
    'https://service.invalid.evil.invalid/',
    'https://service.invalid@evil.invalid/',
  ])('takes no credential to %s', (url) => {
    const { calls, recorder } = callsOf('https://service.invalid/idv');
    expect(() => calls.fetch({ endpoint: 'image', application, url, credential: bearer('tok') })).toThrow(
      'A call with a credential leaves the origin of the base URL',
    );
    expect(recorder.observations).toEqual([]);
  });

  it('makes calls without a credential anywhere, and with one to its base URL', async () => {
    const { calls, recorder } = callsOf('http://service.invalid');
    const elsewhere = 'http://elsewhere.invalid/';
    await calls.fetch({ endpoint: 'info', application, url: elsewhere, credential: { kind: 'absent' } });
    await calls.call({ endpoint: 'result', application });
    expect(recorder.observations).toMatchObject([
      { request: { url: elsewhere, headers: [['Accept', 'application/json']] } },
      { request: { headers: [expect.anything(), ['Authorization', 'Bearer tok']] } },
    ]);
  });
});
