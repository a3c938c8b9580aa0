import { describe, expect, it } from 'vitest';

import { maskUrl } from './mask-url.ts';

const masking = {
  fingerprint: (slug: string) => `slug#${slug.length}`,
  isSlug: (text: string) => text === 'known-slug',
  isHost: (host: string) => host === 'idv.example.com',
  isSegment: (text: string) => text === 'kyc-camera',
};

describe('maskUrl()', () => {
  it.each([
    [
      'https://idv.example.com/en/api/forms/kyc-camera/applied-forms/anything/info/',
      'https://idv.example.com/en/api/forms/kyc-camera/applied-forms/slug-8/info/',
    ],
    [
      'https://idv.example.com/api/ekyc/abc/result/image/?q=eyJ.x&exp=1767583500',
      'https://idv.example.com/api/ekyc/slug-3/result/image/?q=masked&exp=1767583500',
    ],
    ['https://idv.example.com/f/known-slug/#known-slug', 'https://idv.example.com/masked/slug-10/#masked'],
    ['/en/api/forms/other/create/', '/en/api/forms/masked/create/'],
    ['https://user:word@idv.example.com/?name=x&y', 'https://masked@idv.example.com/?masked=masked&masked'],
    ['https://idv.example.com/?exp=1990-01-01', 'https://idv.example.com/?exp=masked'],
    ['https://idv.example.com/?q=&exp=&x=', 'https://idv.example.com/?q=&exp=&masked='],
    ['https://somchai.example.com/api/', 'https://masked/api/'],
    ['somchai://127.0.0.1:1/', 'masked://127.0.0.1:1/'],
    ['//idv.example.com/known%2Dslug', '//masked/slug-10'],
    ['', ''],
  ])('masks %s', (url, masked) => {
    expect(maskUrl(url, masking)).toBe(masked);
  });
});
