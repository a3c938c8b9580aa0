import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { decoded, readImageUrl } from './image-url.ts';

describe('readImageUrl()', () => {
  it('takes a signed image URL apart', () => {
    expect(readImageUrl('https://service.example:8443/api/ekyc/a%20b/result/image/?q=x%3D&exp=1767583500')).toEqual({
      absolute: true,
      host: 'service.example:8443',
      pathname: '/api/ekyc/a%20b/result/image/',
      slug: 'a b',
      q: 'x=',
      exp: '1767583500',
      expSeconds: 1767583500,
    });
  });

  it.each([
    ['/api/ekyc/s/result/image/?q=x&exp=1', { absolute: false, host: '', slug: 's' }],
    ['ftp://service.example/api/ekyc/s/result/image/?q=x&exp=1', { absolute: false }],
    ['https://service.example/pictures/1?q=x&exp=soon', { absolute: true, q: 'x', exp: 'soon' }],
    ['https://service.example/api/ekyc/s/result/image', { pathname: '/api/ekyc/s/result/image' }],
  ])('still takes %s for one that went wrong', (text, expected) => {
    expect(readImageUrl(text)).toMatchObject(expected);
  });

  it.each(['https://cdn.example/face.jpg', 'http://', 'face.jpg', '', 7, null])(
    'takes %j for nothing signed',
    (value) => {
      expect(readImageUrl(value)).toBeUndefined();
    },
  );
});

describe('readImageUrl() of a URL as the service signs it', () => {
  it('gives what a URL parser gives', () => {
    const labels = fc.stringMatching(/^(?:(?:[a-z0-9-]{1,3}|xn--[a-z0-9]{0,2})\.){0,2}[a-z0-9.-]{1,3}(?::\d{1,5})?$/);
    const query = fc.stringMatching(/^q=[\w%+.-]{0,3}&exp=[\d-]{0,3}$/);
    fc.assert(
      fc.property(labels, fc.stringMatching(/^[\w.%-]{0,3}$/), query, (host, slug, parameters) => {
        const text = `https://${host}/api/ekyc/${slug}/result/image/?${parameters}`;
        // An empty fragment changes nothing, and only the parser knows it.
        expect(readImageUrl(text)).toEqual(readImageUrl(`${text}#`));
      }),
      {
        numRuns: 2_000,
        examples: [
          'a.1',
          'a.0x',
          'xn--a.b',
          'b.xn--a',
          'a:443',
          'a:80',
          'a:8443',
          'localhost',
          'a-',
          '-.a',
          'a--b.c',
        ].map((host) => [host, 's', 'q=a&exp=1']),
      },
    );
  });
});

describe('decoded()', () => {
  it('leaves a broken escape as it is', () => {
    expect([decoded('a%20b'), decoded('100%')]).toEqual(['a b', '100%']);
  });
});
