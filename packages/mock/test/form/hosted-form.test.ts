import { cameraForm, createMock, plainForm } from '@idvkit/mock';
import { PLATFORM_LOCALES } from '@idvkit/schema';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { runsOf } from '../../../../tools/testing/sample.ts';
import { control, openForm, post, problems, required, texts, visit } from './form-visit.ts';

describe('the hosted form', () => {
  it.each(PLATFORM_LOCALES)('renders in %s if the form lists it', async (lang) => {
    const mock = createMock({ forms: [{ ...cameraForm, availableLocales: [lang], defaultLocale: lang }] });
    const { url } = await openForm({ mock, lang });
    const { headers, text } = await visit(mock, url);
    const tag = lang.replace(/-h(an[st])$/, '-H$1');
    expect(headers.get('content-language')).toBe(tag);
    expect(text).toContain(`<html lang="${tag}" dir="${lang === 'ar' ? 'rtl' : 'ltr'}">`);
  });

  it("falls back to the form's default locale outside its subset", async () => {
    const mock = createMock({ forms: [{ ...cameraForm, defaultLocale: 'th' }] });
    const { url } = await openForm({ mock, lang: 'fr' });
    expect((await visit(mock, url)).text).toContain('<html lang="th" dir="ltr">');
  });

  it('loads nothing and runs nothing', async () => {
    const { mock, url } = await openForm();
    const { text } = await visit(mock, url);
    expect(text).not.toMatch(/<script|<img|<iframe|\sstyle=|\son[a-z]+=|https?:\/\//);
  });

  it('asks the questions of the form, and marks those that need an answer', async () => {
    const { mock, url } = await openForm({ form: 'kyc-plain' });
    const { text } = await visit(mock, url);
    for (const { key, source, required: needed } of plainForm.fields) {
      const tag = control(text, `answers.${key}`);
      expect([key, tag !== '']).toEqual([key, source === 'applicant']);
      expect([key, /\srequired/.test(tag)]).toEqual([key, needed]);
    }
  });

  it('has a button for each outcome that the checks of the form can have', async () => {
    const outcomes = async (form: object): Promise<readonly string[]> => {
      const mock = createMock({ forms: [{ ...cameraForm, ...form }] });
      return texts((await visit(mock, (await openForm({ mock })).url)).text, 'button');
    };
    expect(await outcomes({})).toEqual([
      'Passes',
      'Needs review',
      'Fails',
      'Politically exposed person',
      'Sanctions match',
    ]);
    expect(await outcomes({ screening: false })).toEqual(['Passes', 'Needs review', 'Fails']);
    const { steps } = plainForm;
    expect(await outcomes({ steps })).toEqual(['Passes', 'Politically exposed person', 'Sanctions match']);
    expect(await outcomes({ steps, screening: false })).toEqual(['Submit']);
  });

  it('shows what was given at create, escaped', async () => {
    const answers = { full_name_first_name: 'Som "O" <b>', ekyc_document_type: 'passport' };
    const { mock, url } = await openForm({ answers });
    const { text } = await visit(mock, url);
    expect(control(text, 'answers.full_name_first_name')).toContain('value="Som &quot;O&quot; &lt;b&gt;"');
    expect(text).toMatch(/value="passport"\s+selected/);
  });

  it('notes that the applicant has started, after a read that is not a HEAD', async () => {
    const { mock, slug, url } = await openForm();
    await visit(mock, url, { method: 'HEAD' });
    expect(mock.portal.application(slug).startedAt).toBeNull();
    await visit(mock, url);
    expect(mock.portal.application(slug).startedAt).not.toBeNull();
  });

  it('fills open questions with an invented person on demand', async () => {
    const { mock, slug, url } = await openForm({ answers: { full_name_first_name: 'Amelia' } });
    const { status, text } = await visit(mock, `${url}?fill`);
    expect(status).toBe(200);
    expect(control(text, 'answers.full_name_first_name')).toContain('value="Amelia"');
    expect(control(text, 'answers.full_name_last_name')).toMatch(/value=".+"/);
    expect(Object.keys(mock.portal.application(slug).answers)).toEqual(['full_name_first_name']);
  });
});

describe('a submission on the hosted form', () => {
  it('redirects to a page that says that all is done', async () => {
    const { mock, slug, url } = await openForm({ lang: 'th' });
    const sent = await post(mock, url, required);
    expect([sent.status, sent.headers.get('location')]).toEqual([303, `/th/form/kyc-camera/${slug}/done/`]);
    const done = await visit(mock, `${url}done/`);
    expect([done.status, texts(done.text, 'h1')]).toEqual([200, ['เสร็จเรียบร้อย']]);
    expect(mock.portal.application(slug).state).toBe('submitted');
  });

  it.each([
    ['pass', 'pass', 'Clear'],
    ['need_review', 'need_review', 'Clear'],
    ['fail', 'fail', 'Clear'],
    ['pep', 'pass', 'Need Review'],
    ['sanctions', 'pass', 'Need Review'],
    ['unknown', 'pass', 'Clear'],
  ])('has the outcome of its button: %s', async (outcome, ekyc, aml) => {
    const { mock, slug, url } = await openForm();
    expect((await post(mock, url, { ...required, outcome })).status).toBe(303);
    expect(mock.portal.application(slug).otherStatus).toMatchObject({ ekyc, aml });
  });

  it('reads the document that was chosen, and leaves open what the applicant leaves open', async () => {
    const { mock, slug, url } = await openForm();
    await post(mock, url, { ...required, 'answers.ekyc_document_type': 'passport' });
    const { answers, submission } = mock.portal.application(slug);
    expect(submission?.document).toBe('passport');
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
    ]);
  });

  it('works without camera steps', async () => {
    const { mock, slug, url } = await openForm({ form: 'kyc-plain' });
    expect((await post(mock, url, { ...required, 'answers.nid': '1101700230708' })).status).toBe(303);
    expect(mock.portal.application(slug).answers['nid']).toBe('1101700230708');
  });

  it('is refused while answers are missing or wrong, in the language of the page', async () => {
    const { mock, url, slug } = await openForm({ form: 'kyc-plain', lang: 'th' });
    const missing = await post(mock, url, { ...required, 'answers.full_name_last_name': '  ' });
    expect(missing.status).toBe(422);
    expect(texts(missing.text, 'strong')).toEqual(['โปรดตรวจสอบคำตอบของคุณ']);
    expect(problems(missing.text)).toEqual({ full_name_last_name: 'โปรดตอบคำถามนี้' });
    expect(control(missing.text, 'answers.full_name_last_name')).toContain(
      'aria-invalid="true" aria-describedby="e-full_name_last_name"',
    );
    const wrong = await post(mock, url.replace('/th/', '/en/'), {
      ...required,
      'answers.consent_checkbox_1': '',
      'answers.nid': '1101700230709',
      'answers.date_of_birth': '1990-02-30',
      'answers.gender': 'X',
      'answers.home_address_zipcode': '1033',
    });
    expect(problems(wrong.text)).toEqual({
      consent_checkbox_1: 'Tick this box to continue.',
      gender: 'Select one of the options.',
      date_of_birth: 'Enter a date that exists.',
      nid: 'Enter a valid 13-digit national ID number.',
      home_address_zipcode: 'This is not in the expected format.',
    });
    expect(mock.portal.application(slug).state).toBe('open');
  });

  it('keeps its answers if others are missing, so that the applicant can come back', async () => {
    const { mock, url, slug } = await openForm();
    await post(mock, url, { 'answers.full_name_first_name': 'Amelia', 'answers.date_of_birth': 'tomorrow' });
    const { answers, currentStep } = mock.portal.application(slug);
    expect([answers, currentStep]).toEqual([{ full_name_first_name: 'Amelia' }, 'consent']);
    expect(control((await visit(mock, url)).text, 'answers.full_name_first_name')).toContain('value="Amelia"');
  });

  it('takes answers back: an empty control is not an answer, whatever was there before', async () => {
    const { mock, url, slug } = await openForm({ answers: { full_name_last_name: 'Keller', name_prefix: 'Dr' } });
    const open = { ...required, 'answers.full_name_last_name': '', 'answers.name_prefix': '' };
    expect(Object.keys(problems((await post(mock, url, open)).text))).toEqual(['full_name_last_name']);
    expect((await post(mock, url, required)).status).toBe(303);
    const { answers } = mock.portal.application(slug);
    expect(answers['full_name_last_name']).toBe('Clarke');
    expect(Object.keys(answers)).not.toContain('name_prefix');
  });

  it('may have any key and any label that a form gives them', async () => {
    const field = { section: 'personal', source: 'applicant', required: true } as const;
    const fields = [
      { ...field, key: 'constructor', type: 'text', label: 'Who <built> it' },
      { ...field, key: 'shoe_size', type: 'number' },
      { ...field, key: 'plan', type: 'choice', choices: ['a', 'd & e'] },
    ] as const;
    const mock = createMock({ forms: [{ ...plainForm, fields }] });
    const { url, slug } = await openForm({ mock, form: 'kyc-plain' });
    const { text } = await visit(mock, url);
    expect(texts(text, 'label')).toEqual(['Who &lt;built&gt; it *', 'shoe_size *', 'plan *']);
    const answers = { 'answers.constructor': 'me', 'answers.shoe_size': 'large', 'answers.plan': 'e' };
    expect(problems((await post(mock, url, answers)).text)).toEqual({
      shoe_size: 'Enter a number.',
      plan: 'Select one of the options.',
    });
    await post(mock, url, { ...answers, 'answers.shoe_size': '42.5', 'answers.plan': 'd & e' });
    expect(mock.portal.application(slug).answers).toEqual({ constructor: 'me', shoe_size: 42.5, plan: 'd & e' });
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
  it('are refused with another method, and when they are too long', async () => {
    const { mock, url } = await openForm();
    const sent = (init: RequestInit): Promise<number> => visit(mock, url, init).then(({ status }) => status);
    expect(await sent({ method: 'PUT', body: new URLSearchParams(required) })).toBe(403);
    expect(await sent({ method: 'DELETE' })).toBe(403);
    expect((await post(mock, url, { ...required, more: 'x'.repeat(1_100_000) })).status).toBe(413);
  });

  it('never break the page, whatever they hold', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 12 });
    const names = ['outcome', 'answers.ekyc_document_type', 'answers.gender', 'answers.full_name_first_name'];
    const mock = createMock();
    const { url } = await openForm({ mock });
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.constantFrom(...names), text), async (fields) => {
        // Without consent nothing is submitted, so that the form stays open for the next.
        const page = await post(mock, url, fields);
        expect(page.status).toBe(422);
        expect(page.text.match(/<(script|img|iframe)\b/)).toBeNull();
        expect(page.text.endsWith('</html>')).toBe(true);
      }),
      { numRuns: runsOf(60) },
    );
  });
});
