import { createMock, plainForm } from '@idvkit/mock';
import { describe, expect, it } from 'vitest';

import { control, openForm, post, problemLinks, required, texts, visit } from './form-visit.ts';

describe('answers on the hosted form', () => {
  it('are asked for where they are missing, in the words of the locale, and lead to their controls', async () => {
    const { mock, url, slug } = await openForm({ lang: 'th' });
    const { status, text } = await post(mock, url, { ...required, 'answers.full_name_last_name': '  ' });
    expect(status).toBe(422);
    expect(texts(text, 'title')).toEqual(['โปรดตรวจสอบคำตอบของคุณ · Identity check']);
    expect(problemLinks(text)).toEqual(['q-full_name_last_name']);
    const tag = control(text, 'answers.full_name_last_name');
    expect(tag).toContain('aria-invalid="true"');
    expect(tag).toContain('aria-describedby="e-full_name_last_name"');
    expect(/id="e-full_name_last_name">[\s\S]*?<span>(.*?)<\/span>/.exec(text)?.[1]).toBe('โปรดตอบคำถามนี้');
    expect(mock.portal.application(slug).state).toBe('open');
  });

  it('are checked as those of a create are', async () => {
    const { mock, url } = await openForm({ form: 'kyc-plain' });
    const bad = {
      'answers.consent_checkbox_1': '',
      'answers.nid': '1101700230709',
      'answers.date_of_birth': '1990-02-30',
      'answers.gender': 'X',
      'answers.home_address_country': 'THA',
      'answers.home_address_zipcode': '1033',
    };
    const { status, text } = await post(mock, url, { ...required, ...bad });
    expect(status).toBe(422);
    expect(texts(text, 'li').filter((item) => item.includes('.'))).toEqual([
      'I have read this and agree. Tick this box to continue.',
      'Gender Select one of the options.',
      'Date of birth Enter a date that exists.',
      'National ID number Enter a valid 13-digit national ID number.',
      'Postal code This is not in the expected format.',
    ]);
  });

  it('are kept where others are missing, so that the applicant can come back', async () => {
    const { mock, url, slug } = await openForm();
    await post(mock, url, { 'answers.full_name_first_name': 'Amelia', 'answers.date_of_birth': 'tomorrow' });
    const { answers, currentStep } = mock.portal.application(slug);
    expect(answers).toEqual({ full_name_first_name: 'Amelia' });
    expect(currentStep).toBe('consent');
    expect(control((await visit(mock, url)).text, 'answers.full_name_first_name')).toContain('value="Amelia"');
  });

  it('can be taken back: an empty control is no answer, whatever was there before', async () => {
    const prefilled = { full_name_last_name: 'Keller', name_prefix: 'Dr' };
    const { mock, url, slug } = await openForm({ answers: prefilled });
    const { text } = await post(mock, url, {
      ...required,
      'answers.full_name_last_name': '',
      'answers.name_prefix': '',
    });
    expect(problemLinks(text)).toEqual(['q-full_name_last_name']);
    expect((await post(mock, url, required)).status).toBe(303);
    const { answers } = mock.portal.application(slug);
    expect(answers['full_name_last_name']).toBe('Clarke');
    expect(Object.keys(answers)).not.toContain('name_prefix');
  });

  it('of an address are those of its country', async () => {
    const parts = { 'answers.home_address_province': 'Phuket', 'answers.home_address_city_common': 'Bristol' };
    for (const [country, kept] of [
      ['THA', 'home_address_province'],
      ['GBR', 'home_address_city_common'],
    ] as const) {
      const { mock, url, slug } = await openForm();
      await post(mock, url, { ...required, ...parts, 'answers.home_address_country': country });
      const keys = Object.keys(mock.portal.application(slug).answers);
      expect(keys.filter((key) => /_province$|_city_common$/.test(key))).toEqual([kept]);
    }
  });

  it('wait for a score that is one, where faces are compared', async () => {
    for (const score of ['101', '-1', 'high', '', '7e1']) {
      const { mock, url } = await openForm();
      const { status, text } = await post(mock, url, { ...required, score });
      expect([score, status]).toEqual([score, 422]);
      expect(problemLinks(text)).toEqual(['q-score']);
      expect(control(text, 'score')).toContain('aria-describedby="h-score e-score"');
      expect((await post(mock, url, { ...required, score, liveness: 'fail' })).status).toBe(303);
    }
  });

  it('may have any key and any label that a form gives them', async () => {
    const field = { section: 'personal', source: 'applicant', required: true } as const;
    const fields = [
      { ...field, key: 'constructor', type: 'text', label: 'Who <built> it' },
      { ...field, key: 'shoe_size', type: 'number' },
      { ...field, key: 'plan', type: 'choice', choices: ['a', 'b', 'c', 'd & e'] },
    ] as const;
    const mock = createMock({ forms: [{ ...plainForm, fields }] });
    const { url, slug } = await openForm({ mock, form: 'kyc-plain' });
    const { text } = await visit(mock, url);
    expect(texts(text, 'label')).toEqual(['Who &lt;built&gt; it *', 'shoe_size *', 'plan *']);
    expect(control(text, 'answers.constructor')).toContain('value=""');
    const wrong = await post(mock, url, {
      'answers.constructor': 'me',
      'answers.shoe_size': 'large',
      'answers.plan': 'e',
    });
    expect(texts(wrong.text, 'li').filter((item) => item.includes('.'))).toEqual([
      'shoe_size Enter a number.',
      'plan Select one of the options.',
    ]);
    await post(mock, url, { 'answers.constructor': 'me', 'answers.shoe_size': '42.5', 'answers.plan': 'd & e' });
    expect(mock.portal.application(slug).answers).toEqual({ constructor: 'me', shoe_size: 42.5, plan: 'd & e' });
  });
});
