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

describe('decoded()', () => {
  it('leaves a broken escape as it is', () => {
    expect([decoded('a%20b'), decoded('100%')]).toEqual(['a b', '100%']);
  });
});
