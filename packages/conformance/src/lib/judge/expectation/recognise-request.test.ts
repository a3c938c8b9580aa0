import { ENDPOINTS, PLATFORM_LOCALES } from '@idvkit/schema';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { endpointPath } from '../../drive/calls/service-calls.ts';
import { SERVICE_ENDPOINTS } from '../../observe/condition.ts';
import { recogniseRequest, serviceOf } from './recognise-request.ts';

const BASE = 'https://service.example/identity';

describe('recogniseRequest()', () => {
  it.each([
    ['/th/api/forms/kyc/create/', { endpoint: 'create', locale: 'platform', lang: 'th', formSlug: 'kyc' }],
    [
      '/en/api/forms/kyc/applied-forms/a1/hook-submit/',
      { endpoint: 'resend', locale: 'platform', lang: 'en', formSlug: 'kyc', slug: 'a1' },
    ],
    [
      '/xx/api/forms/kyc/applied-forms/a1/result/?page=2#top',
      { endpoint: 'result', locale: 'unrecognised', lang: 'xx', formSlug: 'kyc', slug: 'a1' },
    ],
    [
      '/zh-Hans/api/forms/kyc/applied-forms/a1/info/',
      { endpoint: 'info', locale: 'unknown', lang: 'zh-Hans', formSlug: 'kyc', slug: 'a1' },
    ],
    [
      '/en/api/forms/caf%C3%A9/applied-forms/a%2Fb/submit/',
      { endpoint: 'submit', locale: 'platform', lang: 'en', formSlug: 'café', slug: 'a/b' },
    ],
    [
      '/en/api/forms/100%/applied-forms/%E0%A4%A/submit/',
      { endpoint: 'submit', locale: 'platform', lang: 'en', formSlug: '100%', slug: '%E0%A4%A' },
    ],
    ['/api/ekyc/a1/result/image/?q=t&exp=1', { endpoint: 'image', locale: 'none', slug: 'a1' }],
    ['/en/api/forms/kyc/create', { endpoint: 'other', locale: 'none' }],
    ['/en/api/forms//create/', { endpoint: 'other', locale: 'none' }],
    ['/en/api/forms/kyc/applied-forms/a1/hook-submit/extra/', { endpoint: 'other', locale: 'none' }],
    ['/api/forms/kyc/create/', { endpoint: 'other', locale: 'none' }],
    ['/en/en/api/forms/kyc/create/', { endpoint: 'other', locale: 'none' }],
    ['/', { endpoint: 'other', locale: 'none' }],
    ['', { endpoint: 'other', locale: 'none' }],
  ])('takes %s for %j', (path, recognised) => {
    expect(recogniseRequest('post', BASE + path, BASE)).toEqual({ method: 'POST', ...recognised });
    expect(recogniseRequest('post', BASE + path, `${BASE}/`)).toEqual({ method: 'POST', ...recognised });
  });

  it('takes what is not below the service for other', () => {
    const path = '/en/api/forms/kyc/create/';

    expect(recogniseRequest('GET', `https://elsewhere.example/identity${path}`, BASE).endpoint).toBe('other');
    expect(recogniseRequest('GET', `https://service.example${path}`, BASE).endpoint).toBe('other');
    expect(recogniseRequest('GET', `https://service.example/Identity${path}`, BASE).endpoint).toBe('other');
    expect(recogniseRequest('GET', `https://service.example:443/identity${path}`, BASE).endpoint).toBe('create');
    expect(recogniseRequest('GET', `http://anywhere.example${path}`).endpoint).toBe('create');
    expect(recogniseRequest('GET', path).endpoint).toBe('create');
    expect(recogniseRequest('GET', 'http://[bad', BASE).endpoint).toBe('other');
    expect(recogniseRequest('GET', path, 'no address').endpoint).toBe('other');
  });

  it('reads back every path that the service has', () => {
    const segment = fc
      .string({ unit: 'binary', minLength: 1 })
      .filter((text) => text.isWellFormed() && !/^\.\.?$/.test(text));
    const place = fc.record({ lang: fc.constantFrom(...PLATFORM_LOCALES), formSlug: segment, slug: segment });

    fc.assert(
      fc.property(fc.constantFrom(...SERVICE_ENDPOINTS), place, (endpoint, { lang, formSlug, slug }) => {
        const url = BASE + endpointPath(endpoint, { lang, formSlug, slug });

        expect(recogniseRequest(ENDPOINTS[endpoint].method, url, BASE)).toEqual({
          endpoint,
          method: ENDPOINTS[endpoint].method,
          locale: 'platform',
          lang,
          formSlug,
          ...(endpoint !== 'create' && { slug }),
        });
      }),
    );
  });

  it('takes any text whatever for something', () => {
    const text = fc.string({ unit: 'binary' });

    fc.assert(
      fc.property(text, text, fc.oneof(fc.string(), fc.constantFrom(BASE, undefined)), (method, url, base) => {
        expect(recogniseRequest(method, BASE + url, base).endpoint).toBeTypeOf('string');
        expect(recogniseRequest(method, url, base).endpoint).toBeTypeOf('string');
      }),
    );
  });
});

describe('serviceOf()', () => {
  it.each([
    ['https://a.example/en/api/forms/kyc/create/', 'https://a.example'],
    ['https://a.example/b/c/en/api/forms/kyc/create/?x=/api/forms/', 'https://a.example/b/c'],
    ['https://a.example/api/forms/th/api/forms/kyc/', 'https://a.example/api/forms'],
    ['https://a.example/b//api/forms/kyc/', 'https://a.example/b'],
    ['https://a.example//api/forms/kyc/', 'https://a.example'],
    ['https://a.example/api/forms/kyc/create/', undefined],
    ['https://a.example/en/api/', undefined],
    ['/en/api/forms/kyc/create/', undefined],
  ])('of %s is %s', (url, service) => {
    expect(serviceOf(url)).toBe(service);
  });
});
