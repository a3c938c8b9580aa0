import { describe, expect, it } from 'vitest';

import { judgeMutants } from '../../src/lib/judge/mutants/judge-mutants.ts';
import { judgeAll } from '../../src/lib/judge/rule/judge-all.ts';
import { pass } from '../../src/lib/judge/rule/judgement.ts';
import { defineRule } from '../../src/lib/judge/rule/rule.ts';
import { serviceRules } from '../../src/lib/judge/rules/all-rules.ts';
import type { Observation } from '../../src/lib/observe/observation.ts';
import { put } from './change.ts';
import { action, context, create, delivery, exchange, watch } from './observe.ts';
import { sampleMutants as mutants } from './sample-mutants.ts';
import { BASE_URL, DELIVERED_AT, FORM, SLUG, submission } from './submission.ts';

const envelope = (status: number, message: string, detail: string): unknown => ({
  error: { status_code: status, message, detail },
});
const unauthorized = envelope(401, 'Unauthorized', 'No permission -- see authorization schemes');
const forbidden = envelope(403, 'Forbidden', 'Request forbidden -- authorization will not help');

const created = (slug: string): unknown => ({
  form_url: `${BASE_URL}/en/f/${slug}`,
  info: `${BASE_URL}/en/api/forms/${FORM}/applied-forms/${slug}/info/`,
  detail: { form: FORM, slug, step: 'document', section: 'scan', submitted_at: null },
});
const open = { application: 'open' } as const;
const post = { method: 'POST' } as const;
const location = [['location', '/en/x/']] as const;

/** A small run that keeps every rule that a mutant is about. */
const run: readonly Observation[] = [
  create(SLUG, { answer: created(SLUG) }),
  create('other', { answer: created('other') }),
  create('none', { status: 401, answer: unauthorized, condition: { credential: 'invalid' } }),
  create('none', { status: 403, answer: forbidden, condition: { credential: 'absent' } }),
  create('none', {
    status: 302,
    headers: location,
    condition: { locale: 'unrecognised' },
    answer: undefined,
  }),
  create('none', {
    status: 422,
    sent: { answers: { nid: '1' } },
    answer: { error: { status_code: 422, message: 'Unprocessable Entity', detail: { nid: ['No.'] } } },
    condition: { body: 'bad-format', badKeys: ['nid'] },
  }),
  exchange({
    at: DELIVERED_AT - 500_000,
    slug: 'other',
    status: 422,
    sent: { answers: {} },
    answer: { ekyc_document: ['Required.'], ekyc_liveness: ['Required.'] },
    condition: { endpoint: 'submit', ...post, ...open, body: 'missing-required' },
  }),
  exchange({
    at: DELIVERED_AT - 400_000,
    slug: 'nowhere',
    status: 404,
    answer: { detail: 'Not found.' },
    condition: { endpoint: 'resend', ...post, application: 'unknown-slug' },
  }),
  exchange({
    at: DELIVERED_AT - 300_000,
    slug: 'other',
    status: 204,
    condition: { endpoint: 'resend', ...post, ...open },
  }),
  action('submit'),
  delivery(submission(), { answer: { kind: 'status', status: 404, at: DELIVERED_AT + 10 } }),
  delivery(put('event.nounce', 'n-9')(submission()), { receiver: 'second' }),
  watch({ receivers: ['main', 'second'], until: DELIVERED_AT + 300_000 }),
  exchange({ at: DELIVERED_AT + 400_000, answer: { ...submission(), event: undefined } }),
];

describe('a sample of mutants', () => {
  it('have a run that nothing is wrong with', () => {
    const found = judgeAll(serviceRules, run, context).filter(({ verdict }) => verdict === 'failed');

    expect(found.map(({ rule, findings }) => [rule.id, findings])).toEqual([]);
  });

  it('are all found in it', () => {
    expect(judgeMutants(serviceRules, run, { context, mutants })).toEqual({ judged: mutants.length, missed: [] });
  });

  it.each(mutants.map(({ rule }) => rule))('miss nothing but the blind judge: %s', (id) => {
    const blind = defineRule(id, { scope: 'run', needs: '', judge: (all) => all.map((each) => pass(each)) });
    const rules = serviceRules.map((rule) => (rule.id === id ? blind : rule));

    expect(judgeMutants(rules, run, { context, mutants }).missed).toEqual([id]);
  });
});
