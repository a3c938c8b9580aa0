import { createHash } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import { bar, htmlPage, servedPage } from '../src/html.ts';

const page = htmlPage({
  title: 'A <title>',
  style: '.own { color: red }',
  header: 'Heading',
  sections: [{ id: 'one', title: 'First', body: '<b>' }],
  footer: 'idv-test 1.0.0',
});

describe('htmlPage()', () => {
  it('allows its own style and nothing else', () => {
    const style = /<style>(.*?)<\/style>/s.exec(page)?.[1] ?? '';
    const digest = createHash('sha256').update(style).digest('base64');
    expect(style).toContain('.own { color: red }');
    expect(page).toContain(
      `content="default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'"`,
    );
    expect(page).not.toMatch(/<script|<link|<img| style=| on[a-z]+=|@import|url\(/i);
  });

  it('links to each section, and escapes what it is given', () => {
    expect(page).toContain('<a href="#one">First</a>');
    expect(page).toContain('<h2 id="one">First</h2>');
    expect(page).toContain('<title>A &lt;title&gt;</title>');
    expect(page).toContain('&lt;b&gt;');
  });
});

describe('servedPage()', () => {
  it('is sent with headers that allow its own style and its own forms', () => {
    const { text, headers } = servedPage({ title: 'A page', lang: 'ar', dir: 'rtl', body: '<b>' });
    const style = /<style>(.*?)<\/style>/s.exec(text)?.[1] ?? '';
    const digest = createHash('sha256').update(style).digest('base64');
    expect(text).toContain('<html lang="ar" dir="rtl">');
    expect(text).toContain('&lt;b&gt;');
    expect(headers).toEqual({
      'cache-control': 'no-store',
      'content-language': 'ar',
      'content-security-policy': `default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
      'content-type': 'text/html; charset=utf-8',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'x-robots-tag': 'noindex',
    });
  });
});

describe('bar()', () => {
  it('draws each part by its share, and leaves out parts of nothing', () => {
    const drawn = bar([{ value: 1, className: 'good' }, { value: 0 }, { value: 3 }], 4).text;
    const rects = drawn.match(/<rect[^>]*>/g)?.map((rect) => rect.replaceAll(/\s+/g, ' '));
    expect(rects).toEqual([
      '<rect class="good" x="0.00%" width="25.00%" height="100%" >',
      '<rect x="25.00%" width="75.00%" height="100%" >',
    ]);
  });

  it('draws a part that is too small to be seen a little wider', () => {
    expect(bar([{ value: 1 }], 1e9).text).toContain('width="0.60%"');
  });
});
