import { describe, expect, it } from 'vitest';

import { refuseImage } from './image-source.ts';

const now = new Date('2026-01-05T03:00:00.000Z');
const query = '?q=a-token&exp=1900000000';
const image = `/api/ekyc/a-slug/result/image/${query}`;

const refusal = (url: string, baseUrl = 'https://idv.example/path'): string | undefined =>
  refuseImage(url, { baseUrl, now });

describe('refuseImage()', () => {
  it.each([
    [`https://idv.example${image}`, 'https://idv.example'],
    [`https://idv.example:443${image}`, 'https://idv.example/path/'],
    [`https://IDV.example${image}`, 'https://idv.example'],
    [`http://127.0.0.1:4010${image}`, 'http://127.0.0.1:4010'],
  ])('lets %s of %s through', (url, baseUrl) => {
    expect(refusal(url, baseUrl)).toBeUndefined();
  });

  it.each([
    `http://idv.example${image}`,
    `http://idv.example:443${image}`,
    `https://idv.example:8443${image}`,
    `https://idv.example.evil.example${image}`,
    `https://evil.example${image}`,
    `https://xn--idv-hia.example${image}`,
    `https://[::1]${image}`,
    `ftp://idv.example${image}`,
  ])('refuses another origin: %s', (url) => {
    expect(refusal(url)).toBe('of another origin than --base-url');
  });

  it.each([
    `https://user:password@idv.example${image}`,
    `https://idv.example@evil.example${image}`,
    `https://idv.example/api/ekyc/a-slug/result/image/?q=a-token`,
    `https://idv.example/api/ekyc/a-slug/result/image/?exp=1900000000`,
    `https://idv.example/api/ekyc/a-slug/result/image/?q=a&exp=soon`,
    `https://idv.example/en/api/forms/kyc/applied-forms/a-slug/result/${query}`,
    `https://idv.example/api/ekyc/a-slug/result/image/../../../admin/${query}`,
    ...['%2f..%2f', '%5C', '%2e%2e', '%252e'].map(
      (part) => `https://idv.example/api/ekyc/a${part}/result/image/${query}`,
    ),
    '//idv.example/',
    'no URL',
  ])('refuses what is no signed image: %s', (url) => {
    expect(refusal(url)).toBe('not a signed image URL');
  });

  it('refuses what is expired', () => {
    expect(refusal('https://idv.example/api/ekyc/a-slug/result/image/?q=a&exp=1767582000')).toBe('expired');
  });
});
