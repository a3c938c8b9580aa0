import { createHash } from 'node:crypto';

import { cameraForm, createMock, plainForm } from '@idvkit/mock';
import { PLATFORM_LOCALES } from '@idvkit/schema';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { runsOf } from '../../../../tools/sample.ts';
import { control, openForm, post, problemLinks, required, texts, visit } from './form-visit.ts';

describe('the hosted form', () => {
  it('is a page in the locale of its path', async () => {
    const { mock, url } = await openForm({ lang: 'ar' });
    const { status, headers, text } = await visit(mock, url);
    expect(status).toBe(200);
    expect(headers.get('content-language')).toBe('ar');
    expect(text).toContain('<html lang="ar" dir="rtl">');
    expect(texts(text, 'h1')).toEqual(['تحقّق من هويتك']);
  });

  it("falls back to the form's default locale outside its subset", async () => {
    const mock = createMock({ forms: [{ ...cameraForm, defaultLocale: 'th' }] });
    const { url } = await openForm({ mock, lang: 'fr' });
    expect((await visit(mock, url)).text).toContain('<html lang="th" dir="ltr">');
  });

  it.each(PLATFORM_LOCALES)('renders in %s where the form lists it', async (lang) => {
    const mock = createMock({ forms: [{ ...cameraForm, availableLocales: [lang], defaultLocale: lang }] });
    const { url } = await openForm({ mock, lang });
    const { text } = await visit(mock, url);
    expect(text).toContain(`<html lang="${lang.replace(/-h(an[st])$/, '-H$1')}"`);
    expect(text).not.toContain('<details');
  });

  it('loads nothing, runs nothing and stays in no cache', async () => {
    const { mock, url } = await openForm();
    const { headers, text } = await visit(mock, url);
    const style = /<style>([\s\S]*)<\/style>/.exec(text)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    );
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(text).not.toMatch(/<script|<img|<iframe|\sstyle=|\son[a-z]+=|https?:\/\/(?!www\.w3\.org)/);
  });

  it('asks the questions of the form, and marks those that need an answer', async () => {
    const { mock, url } = await openForm({ form: 'kyc-plain' });
    const { text } = await visit(mock, url);
    for (const { key, source, required: needed } of plainForm.fields) {
      const tag = control(text, `answers.${key}`);
      expect([key, tag !== '']).toEqual([key, source === 'applicant']);
      expect([key, /\srequired/.test(tag)]).toEqual([key, needed]);
    }
    expect(text).not.toContain('name="documentScan"');
    expect(text).not.toContain('name="aml"');
    expect(text).not.toContain('nothing is really scanned');
  });

  it('shows what was given at create, and what comes from the document only to read', async () => {
    const answers = { full_name_first_name: 'Som "O" <b>', nid: '1101700230708', ekyc_document_type: 'passport' };
    const { mock, url } = await openForm({ answers });
    const { text } = await visit(mock, url);
    expect(control(text, 'answers.full_name_first_name')).toContain('value="Som &quot;O&quot; &lt;b&gt;"');
    expect(texts(text, 'dl')).toEqual(['National ID number 1101700230708']);
    expect(text).not.toContain('name="answers.nid"');
    expect(text).toMatch(/value="passport"\s+checked/);
  });

  it('notes that the applicant has started, once somebody looks at it', async () => {
    const { mock, slug, url } = await openForm();
    await visit(mock, url, { method: 'HEAD' });
    expect(mock.portal.application(slug).startedAt).toBeNull();
    await visit(mock, url);
    expect(mock.portal.application(slug).startedAt).not.toBeNull();
  });

  it('leads on to a page that says that all is done', async () => {
    const { mock, slug, url } = await openForm({ lang: 'th' });
    const sent = await post(mock, url, required);
    expect([sent.status, sent.headers.get('location')]).toEqual([303, `/th/form/kyc-camera/${slug}/done/`]);
    const done = await visit(mock, `${url}done/`);
    expect([done.status, texts(done.text, 'h1')]).toEqual([200, ['เสร็จเรียบร้อย']]);
    expect(mock.portal.application(slug).state).toBe('submitted');
  });

  it('submits the outcome that was chosen', async () => {
    const { mock, slug, url } = await openForm();
    const chosen = {
      document: 'passport',
      documentScan: 'success',
      liveness: 'success',
      retries: '2',
      score: '64,5',
      aml: 'pep',
    };
    expect((await post(mock, url, { ...required, ...chosen })).status).toBe(303);
    const { submission, otherStatus } = mock.portal.application(slug);
    expect(submission).toEqual({
      document: 'passport',
      documentScan: 'success',
      liveness: 'success',
      retries: 2,
      score: 64.5,
      aml: 'pep',
      amlBytes: 0,
    });
    expect(otherStatus['ekyc']).toBe('need_review');
  });

  it('takes what a scan reads from the document, and leaves open what the applicant leaves open', async () => {
    const { mock, slug, url } = await openForm();
    await post(mock, url, { ...required, document: 'front_card' });
    const { answers } = mock.portal.application(slug);
    expect(Object.keys(answers).sort()).toEqual([
      'consent_checkbox_1',
      'consent_date',
      'consent_version',
      'date_of_birth',
      'date_of_expiry',
      'date_of_issue',
      'document_number',
      'ekyc_document_country',
      'ekyc_document_type',
      'full_name_en_first_name',
      'full_name_en_last_name',
      'full_name_first_name',
      'full_name_last_name',
      'home_address_country',
      'nid',
    ]);
  });

  it('reads nothing from a document whose scan failed', async () => {
    const { mock, slug, url } = await openForm();
    await post(mock, url, { ...required, documentScan: 'fail' });
    const { answers, otherStatus } = mock.portal.application(slug);
    expect(Object.keys(answers).filter((key) => /^(nid|document_number|full_name_en)/.test(key))).toEqual([]);
    expect(otherStatus['ekyc']).toBe('fail');
  });

  it('submits a flow without camera steps', async () => {
    const { mock, slug, url } = await openForm({ form: 'kyc-plain' });
    expect((await post(mock, url, { ...required, 'answers.nid': '1101700230708' })).status).toBe(303);
    expect(mock.portal.application(slug).answers['nid']).toBe('1101700230708');
  });

  it('fills in an invented person on demand, with the document that was chosen', async () => {
    const { mock, slug, url } = await openForm();
    const { status, text } = await post(mock, url, { action: 'fill', document: 'passport', aml: 'sanctions' });
    expect(status).toBe(200);
    expect(control(text, 'answers.full_name_last_name')).toMatch(/value=".+"/);
    expect(text).toMatch(/value="passport"\s+checked/);
    expect(text).toMatch(/value="sanctions"\s+checked/);
    expect(mock.portal.application(slug).answers).toEqual({});
  });

  it('keeps what was typed when the locale is switched', async () => {
    const { mock, url } = await openForm();
    const { status, text } = await post(mock, url.replace('/en/', '/ja/'), {
      action: 'show',
      'answers.full_name_first_name': 'Haru',
      'answers.date_of_birth': 'not yet',
    });
    expect(status).toBe(200);
    expect(text).toContain('<html lang="ja"');
    expect(control(text, 'answers.full_name_first_name')).toContain('value="Haru"');
    expect(problemLinks(text)).toEqual([]);
  });
});

describe('the hosted form, when it is not open', () => {
  it('says that it was submitted, and takes no second submission', async () => {
    const { mock, url, slug } = await openForm();
    mock.portal.submit(slug);
    const before = mock.portal.application(slug);
    const page = await visit(mock, url);
    expect([page.status, texts(page.text, 'h1')]).toEqual([200, ['Already submitted']]);
    expect((await post(mock, url, required)).status).toBe(403);
    expect(mock.portal.application(slug)).toEqual(before);
  });

  it('says that it has expired', async () => {
    const { mock, url, slug } = await openForm();
    mock.portal.expire(slug);
    for (const page of [await visit(mock, url), await post(mock, url, required), await visit(mock, `${url}done/`)]) {
      expect([page.status, texts(page.text, 'h1')]).toEqual([410, ['This link has expired']]);
    }
  });

  it('is not found once deleted, nor where there never was one', async () => {
    const { mock, url, slug } = await openForm({ lang: 'ar' });
    mock.portal.delete(slug);
    for (const address of [url, `${url}done/`, url.replace(slug, 'nobody'), url.replace('kyc-camera', 'kyc-plain')]) {
      const page = await visit(mock, address);
      expect([address, page.status, texts(page.text, 'h1')]).toEqual([address, 404, ['الصفحة غير موجودة']]);
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    }
  });

  it('is found without the slash at the end of its address', async () => {
    const { mock, url } = await openForm();
    const redirected = await visit(mock, url.replace(/\/$/, ''));
    expect([redirected.status, redirected.headers.get('location')]).toEqual([308, new URL(url).pathname]);
  });

  it('is not found below its own paths', async () => {
    const { mock, url } = await openForm();
    expect((await visit(mock, `${url}else/`)).status).toBe(404);
  });

  it('is not done before it is submitted', async () => {
    const { mock, url } = await openForm();
    const early = await visit(mock, `${url}done/`);
    expect([early.status, early.headers.get('location')]).toEqual([303, new URL(url).pathname]);
  });

  it('is redirected from a locale that the platform does not have to a path that leads nowhere', async () => {
    const { mock, url } = await openForm();
    const redirected = await visit(mock, url.replace('/en/', '/xx/'));
    expect(redirected.status).toBe(302);
    const location = redirected.headers.get('location') ?? '';
    expect(location.startsWith('/en/xx/form/')).toBe(true);
    expect((await visit(mock, new URL(location, url).href)).status).toBe(404);
  });
});

describe('posts to the hosted form', () => {
  it.each([
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site', origin: 'http://mock.test' }],
    [{ origin: 'http://elsewhere.test' }],
    [{ origin: 'null' }],
  ])('are refused where they come from elsewhere: %o', async (headers) => {
    const { mock, url, slug } = await openForm();
    const { status, text } = await post(mock, url, required, headers);
    expect([status, texts(text, 'h1')]).toEqual([403, ['Not sent']]);
    expect(mock.portal.application(slug).state).toBe('open');
  });

  it.each([[{ origin: 'http://mock.test' }], [{}]])(
    'are taken from the page itself, and from scripts: %o',
    async (headers) => {
      const { mock, url } = await openForm();
      expect((await post(mock, url, required, headers)).status).toBe(303);
    },
  );

  it('are refused in another encoding, with another method, and when they are too long', async () => {
    const { mock, url } = await openForm();
    const sent = (init: RequestInit): Promise<number> => visit(mock, url, init).then(({ status }) => status);
    expect(await sent({ method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } })).toBe(415);
    expect(await sent({ method: 'PUT', body: new URLSearchParams(required) })).toBe(403);
    expect(await sent({ method: 'DELETE' })).toBe(403);
    expect((await post(mock, url, { ...required, more: 'x'.repeat(1_100_000) })).status).toBe(413);
  });

  it('never break the page, whatever they hold', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 12 });
    const names = ['action', 'document', 'retries', 'score', 'aml', 'answers.gender', 'answers.full_name_first_name'];
    const mock = createMock();
    const { url } = await openForm({ mock });
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.constantFrom(...names), text), async (fields) => {
        // Without consent nothing is submitted, so that the form stays open for the next.
        const page = await post(mock, url, fields);
        expect([200, 422]).toContain(page.status);
        expect(page.text.match(/<(script|img|iframe)\b/)).toBeNull();
        expect(page.text.endsWith('</html>')).toBe(true);
      }),
      { numRuns: runsOf(60) },
    );
  });
});
