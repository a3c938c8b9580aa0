import { describe, expect, it } from 'vitest';

import { add, all, drop, put } from './change.ts';
import { create, delivery, exchange, outcome } from './observe.ts';
import { DELIVERED_AT, lifecycle, openResult, submission } from './submission.ts';

const result = (body: unknown = submission()) => exchange({ answer: body });

describe('application.slug.unique', () => {
  it('is broken by a second create that returns the slug of the first', () => {
    const [first, second] = [create('s1'), create('s1')];

    expect(outcome('application.slug.unique', [first, create('s2'), second])).toMatchObject({
      verdict: 'failed',
      failures: 1,
      findings: [{ observations: [second.id, first.id], path: ['detail', 'slug'] }],
    });
  });

  it('is kept by creates with slugs of their own, and says nothing of one alone', () => {
    expect(outcome('application.slug.unique', [create('s1'), create('s2')])).toMatchObject({
      verdict: 'passed',
      passes: 2,
    });
    expect(outcome('application.slug.unique', [create('s1')]).verdict).toBe('not-exercised');
  });
});

describe('application.slug.correlates-create', () => {
  const rule = 'application.slug.correlates-create';

  it('is kept by a result and a delivery that name the slug that create returned', () => {
    expect(outcome(rule, [create(), result(), delivery(submission())])).toMatchObject({ verdict: 'passed', passes: 2 });
  });

  it('is broken by a delivery with another slug, which its id tells to be of the application', () => {
    const made = create();
    const strange = delivery(put('application.slug', 'other')(submission()));

    expect(outcome(rule, [made, result(openResult()), strange])).toMatchObject({
      failures: 1,
      findings: [{ observations: [strange.id, made.id], path: ['application', 'slug'], actual: 'other' }],
    });
  });

  it('is broken by a delivery with another slug, which an input parameter tells to be of the application', () => {
    const made = create('b7c1f0a2d94e', { sent: { answers: { customer_ref: 'c-1' } } });

    expect(outcome(rule, [made, delivery(put('application.slug', 'other')(submission()))]).failures).toBe(1);
  });

  it('goes by the id if an input parameter is of another application', () => {
    const made = create();
    const second = create('s2', { sent: { answers: { customer_ref: 'c-1' } } });
    const strange = delivery(put('application.slug', 'other')(submission()));

    expect(outcome(rule, [made, second, result(openResult()), strange]).findings).toMatchObject([
      { observations: [strange.id, made.id] },
    ]);
  });

  it.each(['c-2', 'undefined', '[object Object]'])(
    'says nothing of a delivery with another input parameter than %s',
    (own) => {
      const made = create('s1', { sent: { answers: { customer_ref: own } } });

      for (const value of ['c-1', undefined, {}, { toString: 1 }]) {
        const strange = all(put('application.slug', 'other'), put('answers.customer_ref.value', value))(submission());

        expect(outcome(rule, [made, delivery(strange)]).verdict).toBe('not-exercised');
      }
    },
  );

  it('says nothing of a delivery that has no id either, as the result has none', () => {
    const strange = delivery(all(put('application.slug', 'other'), drop('application.id'))(submission()));
    const withoutId = exchange({ answer: drop('application.id')(openResult()) });

    expect(outcome(rule, [create(), withoutId, strange]).failures).toBe(0);
  });

  it('is broken by a delivery without a slug', () => {
    expect(outcome(rule, [create(), result(), delivery(drop('application.slug')(submission()))]).failures).toBe(1);
  });

  it.each([
    ['of another application', all(put('application.slug', 'other'), put('application.id', 9))],
    ['of nobody', () => ({})],
  ])('says nothing of a delivery %s', (_what, change) => {
    expect(outcome(rule, [create(), delivery(change(submission()))]).verdict).toBe('not-exercised');
  });

  it('says nothing where two creates were given the same input parameter', () => {
    const sent = { answers: { customer_ref: 'c-1' } };
    const strange = delivery(put('application.slug', 'other')(submission()));

    expect(outcome(rule, [create('s1', { sent }), create('s2', { sent }), strange]).verdict).toBe('not-exercised');
  });
});

describe('application.submitted-at.stable', () => {
  const rule = 'application.submitted-at.stable';

  it('is kept by reads and deliveries that say the same', () => {
    expect(outcome(rule, [delivery(submission()), result(), delivery(submission())])).toMatchObject({
      verdict: 'passed',
      passes: 2,
    });
  });

  it('is broken by a redelivery that says another time', () => {
    const later = put('application.submitted_at', '2026-01-05T03:10:00+00:00')(submission());

    expect(outcome(rule, [delivery(submission()), delivery(later, { at: DELIVERED_AT + 9 })])).toMatchObject({
      failures: 1,
      findings: [{ path: ['application', 'submitted_at'] }],
    });
  });

  it('does not compare what was read before the submission', () => {
    const open = exchange({ at: DELIVERED_AT - 9000, answer: openResult() });

    expect(outcome(rule, [open, delivery(lifecycle()), delivery(submission())]).verdict).toBe('not-exercised');
  });
});

describe('application.id.stable', () => {
  const rule = 'application.id.stable';

  it('is kept from the open application to the redelivery', () => {
    expect(outcome(rule, [result(openResult()), delivery(submission()), result()])).toMatchObject({
      passes: 2,
      failures: 0,
    });
  });

  it('is broken by an id or a number that changes', () => {
    const other = add('application', { id: 4712, no: 'COK000004712' })(submission());
    const padded = put('application.no', 'COK0000004711')(submission());

    expect(outcome(rule, [result(), delivery(other)]).failures).toBe(1);
    expect(outcome(rule, [result(), delivery(padded)]).findings).toMatchObject([{ path: ['application', 'no'] }]);
  });

  it('does not compare different applications', () => {
    const other = add('application', { id: 4712, slug: 'other' })(submission());

    expect(outcome(rule, [result(), delivery(other)]).verdict).toBe('not-exercised');
  });
});

describe('application.form.echoes-path', () => {
  it('says nothing of a slug that is read under a form which is not its own', () => {
    const strange = exchange({ formSlug: 'no-such-form', condition: { flow: 'unknown-form' }, answer: submission() });

    expect(outcome('application.form.echoes-path', [strange]).verdict).toBe('not-exercised');
  });
});
