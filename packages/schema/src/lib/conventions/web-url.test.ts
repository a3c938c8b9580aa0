import { createResponse, signedImageUrl } from '@idvkit/schema';
import { fixtures } from '@idvkit/schema/fixtures';
import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';

import { URL_PARTS, webUrl } from './web-url.ts';

const { origin, path, query, fragment } = URL_PARTS;
const any = webUrl(`${origin}${path}(?:\\?${query})?${fragment}`, 'must be a web URL');
const ajv = new Ajv2020();
addFormats.default(ajv);
const isValid = ajv.compile(z.toJSONSchema(any));

const image = 'https://idv.example.com/api/ekyc/k3v9/result/image/?q=best&exp=1767582900';

describe('webUrl()', () => {
  it.each([
    'https://idv.example.com',
    'http://127.0.0.1:4010/a//b/?q=%20#f',
    'http://[::1]:65535/',
    "https://h/!$&'()*+,;=:@",
  ])('accepts %s as it is', (url) => {
    expect([any.parse(url), isValid(url)]).toEqual([url, true]);
  });

  it.each([
    ` ${image}\n`,
    'javascript:alert(1)',
    'mailto:a@example.com',
    '//host/path',
    'https://user:secret@host/',
    'https://host/?q=a b',
    'https://host/?q=[',
    'https://host/a|b',
    'https://host/a\\b',
    'https://host/%zz',
    'https://host:65536/',
    'https://host/ฟ',
    'http://[1::2::3]/',
    'http://[:]/',
  ])('refuses %j', (url) => {
    expect([any.safeParse(url).success, isValid(url)]).toEqual([false, false]);
  });

  it('agrees with ajv on anything like a URL, and changes nothing', () => {
    const parts = fc.constantFrom(
      ...'https http :// / // . : @ [ ] ::1 ::1:2 7: %41 % ? # & = q exp a Z 9 65535 65536 - _ ~ | \\ ^'.split(' '),
      ' ',
      '\n',
      '\t',
      'é',
      '"',
      "'",
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 12 }), (list) => {
        const text = `https://${list.join('')}`;
        const { success, data } = any.safeParse(text);
        expect(success).toBe(isValid(text));
        expect(data).toBe(success ? text : undefined);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('signedImageUrl', () => {
  it.each([` ${image}`, `${image}\n`, image.replace('best', 'b est'), image.replace('1767582900', '๑๗๖๗')])(
    'refuses %j',
    (url) => {
      expect(signedImageUrl.safeParse(url).success).toBe(false);
    },
  );

  it('leaves what it accepts as it is', () => {
    expect(signedImageUrl.parse(`${image}&x=1#y`)).toBe(`${image}&x=1#y`);
  });
});

describe('createResponse', () => {
  const created = fixtures.createResponse();

  it('compares `info` with form and slug once its escapes are decoded', () => {
    const info = 'https://idv.example.com/en/api/forms/%E0%B8%9F/applied-forms/k3v9/info/';
    const detail = { ...created.detail, form: 'ฟ', slug: 'k3v9' };

    expect(createResponse.safeParse({ ...created, info, detail }).success).toBe(true);
    expect(createResponse.safeParse({ ...created, info, detail: { ...detail, form: 'ก' } }).success).toBe(false);
  });

  it.each([
    ['en/api/forms/f/applied-forms/s/info/?from=/api/forms/x/applied-forms/y/info/', true],
    ['en/api/forms/f/applied-forms/s/info/#/x/y', true],
    ['base/en/api/forms/f/applied-forms/s/info/', true],
    ['api/forms/f/applied-forms/s/info/', false],
    ['en/api/forms/f/applied-forms/x/info/?from=/api/forms/f/applied-forms/s/info/', false],
    ['en?from=/en/api/forms/f/applied-forms/s/info/', false],
  ])('reads form and slug of `info` in its path alone: %s', (path, isAccepted) => {
    const body = { ...created, info: `https://idv.example.com/${path}`, detail: { form: 'f', slug: 's' } };
    expect(createResponse.safeParse(body).success).toBe(isAccepted);
  });

  it('refuses a `form_url` that no browser opens as a page', () => {
    expect(createResponse.safeParse({ ...created, form_url: 'javascript:alert(1)' }).success).toBe(false);
  });
});
