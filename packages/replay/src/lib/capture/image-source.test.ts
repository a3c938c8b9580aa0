import { describe, expect, it } from 'vitest';

import { isPrivateAddress, refuseImage } from './image-source.ts';

const now = new Date('2026-01-05T03:00:00.000Z');
const query = '?q=a-token&exp=1900000000';

function refusal(url: string, hosts: readonly string[] = []): string | undefined {
  return refuseImage(url, { sources: { hosts }, authentic: true, now });
}

describe('isPrivateAddress()', () => {
  it.each(
    [
      '127.0.0.1 10.1.2.3 169.254.169.254 192.0.2.1 198.51.100.7 203.0.113.9 192.88.99.1 0.0.0.0 ::1 ::',
      '::127.0.0.1 ::ffff:127.0.0.1 ::ffff:8.8.8.8 ::ffff:0:127.0.0.1 64:ff9b::7f00:1 64:ff9b:1::1',
      '2001::1 2001:0:4136:e378:8000:63bf:3fff:fdd2 2001:db8::1 2002:7f00:1:: 3fff::1 fe80::1 fe80::1%eth0 fd00::1',
      'fec0::1 ff02::1 100::1 [::1]',
    ].flatMap((line) => line.split(' ')),
  )('%s is', (address) => {
    expect(isPrivateAddress(address)).toBe(true);
  });

  it.each(['8.8.8.8', '192.0.1.1', '203.0.112.1', '2606:4700:4700::1111', '2001:4860:4860::8888', 'example.org'])(
    '%s is not',
    (address) => {
      expect(isPrivateAddress(address)).toBe(false);
    },
  );
});

describe('refuseImage()', () => {
  it.each([
    'https://[::ffff:0:127.0.0.1]',
    'https://[::ffff:127.0.0.1]',
    'https://[2001::1]',
    'https://192.88.99.1',
    'https://0x7f.1',
    'https://2130706433',
  ])('refuses the address %s', (origin) => {
    expect(refusal(`${origin}/api/ekyc/slug/result/image/${query}`)).toBe('host not allowed');
  });

  it.each([
    '/api/ekyc/x%2f..%2fadmin/result/image/',
    '/api/ekyc/x%5C..%5Cadmin/result/image/',
    '/api/ekyc/%2e%2e/result/image/',
    '/api/ekyc/x%252f/result/image/',
    '/api/ekyc/x/result/image/more',
  ])('refuses the path %s', (path) => {
    expect(refusal(`https://media.example.org${path}${query}`)).toBe('not a signed image URL');
  });

  it('refuses credentials in the address', () => {
    expect(refusal(`https://u:p@media.example.org/api/ekyc/x/result/image/${query}`)).toBe('not a signed image URL');
  });

  it.each([
    ['https://media.example.org', 'media.example.org', undefined],
    ['https://media.example.org', 'media.example.org:443', undefined],
    ['https://media.example.org:443', 'media.example.org', undefined],
    ['https://media.example.org:8443', 'media.example.org', 'host not allowed'],
    ['https://media.example.org:8443', 'media.example.org:8443', undefined],
    ['http://media.example.org', 'media.example.org', 'host not allowed'],
    ['http://media.example.org:443', 'media.example.org', 'not https'],
    ['http://media.example.org', 'media.example.org:80', undefined],
    ['http://127.0.0.1:4010', '127.0.0.1:4010', undefined],
    ['http://127.0.0.1:4011', '127.0.0.1:4010', 'host not allowed'],
    ['https://[::1]:4010', '[::1]:4010', undefined],
    ['https://[::1]', '[::1]', undefined],
    ['https://other.example.org', 'media.example.org', 'host not allowed'],
  ])('compares %s with the named host %s', (origin, host, expected) => {
    expect(refusal(`${origin}/api/ekyc/slug/result/image/${query}`, [host])).toBe(expected);
  });
});
