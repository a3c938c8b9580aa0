import { describe, expect, it } from 'vitest';

import { idvkitConfig } from './config.ts';

describe('idvkitConfig', () => {
  it('accepts an empty configuration', () => {
    expect(idvkitConfig.parse({})).toEqual({});
  });

  it('accepts every part at once', () => {
    const config = {
      $schema: './node_modules/@idvkit/schema/json-schema/config.schema.json',
      baseUrl: 'https://idv.example.com',
      formSlug: 'kyc-camera',
      token: 'token',
      lang: 'th',
      fixtures: {
        openSlug: 'open',
        submittedSlug: 'submitted',
        deletedSlug: 'deleted',
        expiredSlug: 'expired',
        revokedToken: 'revoked',
        noCreditToken: 'poor',
        noCreditFormSlug: 'poor-form',
        plainFormSlug: 'kyc-plain',
        plainAnswers: { full_name_first_name: 'Malee' },
        inputParameters: { customer_ref: 'C-1' },
        badAnswers: { nid: '123' },
      },
      operator: {
        submit: 'submit {slug}',
        submitPlain: 'submit-plain {slug}',
        expire: 'expire {slug}',
        delete: 'delete {slug}',
        changeStatus: 'change {slug}',
        readCredit: 'credit',
        pass: 'pass {ms}',
        timeoutSeconds: 10,
      },
      receiver: {
        listen: '[::1]:4030',
        url: 'https://hooks.example.com/idv',
        secret: 'secret',
        clockSkewSeconds: 0,
      },
      portal: 'never',
      only: ['create.*'],
      skip: ['info.size.about-57-kb'],
      concurrency: 2,
      ratePerSecond: 0.5,
      budget: { calls: 900, applications: 10, minutes: 0.5 },
      thorough: true,
      callTimeoutSeconds: 5,
      patienceSeconds: 90,
      seed: -7,
      ledger: false,
    };

    expect(idvkitConfig.parse(config)).toEqual(config);
  });

  it.each([
    ['a key that it does not know', { baseURL: 'https://idv.example.com' }, []],
    ['a fixture that it does not know', { fixtures: { slug: 'a' } }, ['fixtures']],
    ['an operator that it does not know', { operator: { remove: 'rm' } }, ['operator']],
    ['an address that is not http', { baseUrl: 'ftp://idv.example.com' }, ['baseUrl']],
    ['an address without a port to listen on', { receiver: { listen: 'localhost' } }, ['receiver', 'listen']],
    ['a locale that is not of the platform', { lang: 'en-GB' }, ['lang']],
    [
      'answers that are nested',
      { fixtures: { badAnswers: { nid: { value: '1' } } } },
      ['fixtures', 'badAnswers', 'nid'],
    ],
    ['a value that the environment lacked', { token: undefined }, ['token']],
    ['an empty token', { token: '' }, ['token']],
  ])('refuses %s', (_, config, path) => {
    expect(idvkitConfig.safeParse(config).error?.issues.map((issue) => issue.path)).toEqual([path]);
  });
});
