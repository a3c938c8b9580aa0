import { ValueFinder } from '@idvkit/json';
import { describe, expect, it, vi } from 'vitest';

import { REDACTED, redactHeaders, redactPath } from './redact.ts';

const secret = 'whsec-Super/Secret+1==';
const base64 = (text: string): string => Buffer.from(text).toString('base64');

const spellings = {
  plain: secret,
  'in another case': secret.toUpperCase(),
  'percent-encoded': encodeURIComponent(secret),
  'percent-encoded in lower case': encodeURIComponent(secret).toLowerCase(),
  'percent-encoded twice': encodeURIComponent(encodeURIComponent(secret)),
  'each byte percent-encoded': Buffer.from(secret).toString('hex').replaceAll(/../g, '%$&'),
  base64: base64(secret),
  'base64 after one byte': base64(`x${secret}`),
  'base64 after two bytes': base64(`xy${secret}`),
  'base64url of user and secret': Buffer.from(`someone:${secret}`).toString('base64url'),
  'base64, percent-encoded': encodeURIComponent(base64(`?${secret}`)),
  'hexadecimal digits': Buffer.from(secret).toString('hex').toUpperCase(),
  'cut after 14 characters': secret.slice(0, 14),
  'cut after 12 characters': secret.slice(0, 12),
} as const;

describe('redactHeaders()', () => {
  it.each(Object.entries(spellings))('redacts a value that has the secret: %s', (_, spelling) => {
    expect(redactHeaders(['X-Auth', `Basic ${spelling}`, 'Accept', '*/*'], secret)).toEqual([
      ['X-Auth', REDACTED],
      ['Accept', '*/*'],
    ]);
  });

  it('redacts a name that has the secret', () => {
    expect(redactHeaders(['x-whsec-super-secret', '1'], 'whsec-super-secret')).toEqual([['redacted', REDACTED]]);
  });

  it('leaves other values as they are', () => {
    const headers = ['User-Agent', 'service/1.0', 'X-Trace', base64('whsecurity'), 'X-Part', secret.slice(0, 7)];
    expect(redactHeaders(headers, secret).flat()).toEqual(headers);
    expect(redactHeaders(['X-Trace', '%E0%A4%A', 'X-Empty', ''], '').flat()).toEqual([
      'X-Trace',
      '%E0%A4%A',
      'X-Empty',
      '',
    ]);
  });

  it('lists Authorization, redacted, if there are several', () => {
    expect(redactHeaders(['authorization', 'Bearer a', 'Authorization', 'Bearer b'], secret)).toEqual([
      ['authorization', REDACTED],
      ['Authorization', REDACTED],
    ]);
  });
});

describe('a secret that is in ordinary words', () => {
  const headers = [
    'Content-Type',
    'application/json',
    'User-Agent',
    'service/1.0',
    'Host',
    'e.example',
    'X-E',
    'content',
  ];
  const path = '/hook/eapplication?ee=1&b=content-type';

  it.each(['e', 'json', 'application', 'content-type-of-the-webhook', 'service'])(
    'leaves ordinary texts: %s',
    (word) => {
      expect(redactHeaders(headers, word).flat()).toEqual(headers);
      expect(redactPath(path, word)).toBe(path);
    },
  );

  it.each(['e', 'json', 'application', 'content-type-of-the-webhook'])('is redacted as a whole value: %s', (word) => {
    const [value, scheme] = [
      ['X-One', word],
      ['X-Two', `Bearer ${word}`],
    ].map((header) => redactHeaders(header, word));
    expect([value, scheme]).toEqual([[['X-One', REDACTED]], [['X-Two', REDACTED]]]);
    expect(redactPath(`/hook/${word}`, word)).toBe(`/${REDACTED}`);
    expect(redactPath(`/hook?${word}&k=${encodeURIComponent(word)}&a=b`, word)).toBe(
      `/hook?${REDACTED}&k=${REDACTED}&a=b`,
    );
  });
});

describe('redactPath()', () => {
  it('searches a query without the secret once, however many parameters it has', () => {
    // The route is the same in every request, and searched once.
    redactPath('/', secret);
    const find = vi.spyOn(ValueFinder.prototype, 'isIn');
    const searches = [10, 10_000].map((count) => {
      find.mockClear();
      redactPath(`/?${Array.from({ length: count }, (_, at) => `many${at}=${count}`).join('&')}`, secret);
      return find.mock.calls.length;
    });
    find.mockRestore();
    expect(searches).toEqual([1, 1]);
  });

  it('redacts each of many parameters that hold the secret, and no other', () => {
    const others = Array.from({ length: 1_000 }, (_, at) => `p${at}=${at}`);
    const query = (value: string): string => [...others, `a=${value}`, ...others, `b=${value}`].join('&');
    expect(redactPath(`/?${query(encodeURIComponent(secret))}`, secret)).toBe(`/?${query(REDACTED)}`);
    expect(redactPath(`/?${others.join('&')}`, secret)).toBe(`/?${others.join('&')}`);
  });

  it.each(Object.entries(spellings))('redacts a parameter, its name and the route: %s', (_, spelling) => {
    const [route, name, value] = [redactPath(`/hook/${spelling}`, secret), `/?${spelling}`, `/?a=1&b=${spelling}&c=2`];
    expect([route, redactPath(name, secret), redactPath(value, secret)]).toEqual([
      `/${REDACTED}`,
      `/?${REDACTED}`,
      `/?a=1&b=${REDACTED}&c=2`,
    ]);
  });

  it('redacts a secret that has a separator in it', () => {
    expect(redactPath('/hook?x=one&two-three', 'one&two-three')).toBe(`/hook?${REDACTED}`);
    expect(redactPath('/hook?a=b', secret)).toBe('/hook?a=b');
  });
});
