import { describe, expect, it } from 'vitest';

import { html } from './html.ts';

describe('html()', () => {
  it('escapes every value that is not HTML already', () => {
    const name = `<img src=x onerror='a' title="b">&`;
    expect(html`<p title="${name}">${name}</p>`.text).toBe(
      '<p title="&lt;img src=x onerror=&#39;a&#39; title=&quot;b&quot;&gt;&amp;">&lt;img src=x onerror=&#39;a&#39; title=&quot;b&quot;&gt;&amp;</p>',
    );
    expect(html`<p>${html`<b>${'<'}</b>`}</p>`.text).toBe('<p><b>&lt;</b></p>');
  });

  it('joins lists and leaves out what is false, undefined or null', () => {
    expect(html`${['a', [1, html`<i></i>`]]}${false}${undefined}${null}${0}${''}`.text).toBe('a1<i></i>0');
  });

  it('replaces characters that nothing shows as what they are', () => {
    expect(html`${'a\u202eb\u0000c'}`.text).toBe('a\uFFFDb\uFFFDc');
  });
});
