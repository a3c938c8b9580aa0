import { describe, expect, it } from 'vitest';

import { add, drop, put } from './change.ts';
import { create, delivery, exchange, outcome } from './observe.ts';
import { openResult, SLUG, submission } from './submission.ts';

const given = (answers: object, body: 'valid-answers' | 'undeclared-key' = 'valid-answers') =>
  create(SLUG, { sent: { answers }, condition: { body } });

describe('answers.input-parameters.returned', () => {
  const rule = 'answers.input-parameters.returned';

  it.each([['c-1'], [17], [17.5], [true]])('is kept by the value %j that was given', (value) => {
    const body = put('answers.customer_ref.value', value)(submission());

    expect(outcome(rule, [given({ customer_ref: value }), delivery(body)])).toMatchObject({
      verdict: 'passed',
      passes: 1,
    });
  });

  it.each([
    ['is left out', drop('answers.customer_ref')],
    ['changed', put('answers.customer_ref.value', 'c-2')],
    ['comes back as text, a number', put('answers.customer_ref.value', '17'), 17],
    ['comes back as a number, a text', put('answers.customer_ref.value', 17), '17'],
    ['comes back as text, a boolean', put('answers.customer_ref.value', 'true'), true],
  ])('is broken by a parameter that %s', (_what, change, value: string | number | boolean = 'c-1') => {
    const made = given({ customer_ref: value });
    const arrived = delivery(change(submission()));

    expect(outcome(rule, [made, arrived]).findings).toMatchObject([
      { observations: [arrived.id, made.id], path: ['answers', 'customer_ref'], expected: value },
    ]);
  });

  it('takes a value that the submit call gave anew', () => {
    const submit = exchange({
      condition: { endpoint: 'submit', method: 'POST' },
      sent: { answers: { customer_ref: 'c-2' } },
    });
    const body = put('answers.customer_ref.value', 'c-2')(submission());

    expect(outcome(rule, [given({ customer_ref: 'c-1' }), submit, delivery(body)]).verdict).toBe('passed');
  });

  it('says nothing of what is not declared, nor where no parameter was given', () => {
    expect(outcome(rule, [given({ color: 'red' }), delivery(submission())]).verdict).toBe('not-exercised');
    expect(outcome(rule, [create(), delivery(submission())]).verdict).toBe('not-exercised');
    expect(
      outcome(rule, [given({ customer_ref: 'c-1' }), delivery(submission())], { inputParameters: {} }).verdict,
    ).toBe('not-exercised');
  });
});

describe('answers.undeclared.discarded', () => {
  const rule = 'answers.undeclared.discarded';
  const made = given({ color: 'red', gender: 'M', customer_ref: 'c-1' }, 'undeclared-key');
  const info = (data: unknown) => exchange({ condition: { endpoint: 'info' }, answer: { data: { data } } });

  it('is kept by a submission and by the form itself, which do not know the key', () => {
    expect(outcome(rule, [made, info({}), exchange({ answer: openResult() }), delivery(submission())])).toMatchObject({
      verdict: 'passed',
      passes: 2,
    });
  });

  it.each([
    ['a delivery', delivery(add('answers', { color: { value: 'red' } })(submission())), ['answers', 'color']],
    [
      'a delivery without other answers',
      delivery(put('answers', { color: 'red' })(submission())),
      ['answers', 'color'],
    ],
    ['a result', exchange({ answer: add('answers', { color: { value: 'red' } })(submission()) }), ['answers', 'color']],
    ['the form', info({ color: 'red' }), ['data', 'data', 'color']],
  ])('is broken by %s that returns it', (_what, observation, path) => {
    expect(outcome(rule, [made, observation]).findings).toMatchObject([
      { observations: [observation.id, made.id], path },
    ]);
  });

  it('says nothing of answers that may be fields of the form', () => {
    const maybe = given({ color: 'red' });

    expect(outcome(rule, [maybe, delivery(add('answers', { color: { value: 'red' } })(submission()))]).verdict).toBe(
      'not-exercised',
    );
  });
});
