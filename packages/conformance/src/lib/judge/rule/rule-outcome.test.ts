import { describe, expect, it } from 'vitest';

import { fail, inconclusive, passFor, pass } from './judgement.ts';
import { coverageNote, notExercised, outcomeOf } from './rule-outcome.ts';
import { defineRule } from './rule.ts';

const needs = 'Something to judge.';
const [a, b, c] = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];
const wrong = fail(c, { message: 'Wrong', also: [b] });

describe('outcomeOf()', () => {
  const rule = defineRule('create.status.201', { scope: 'exchange', needs, judge: () => [] });
  const covered = { ...rule, coverage: ['one', 'other'] };

  it('lists each observation once, and passes none that a finding has', () => {
    expect(outcomeOf(rule, [passFor('one', a, b), pass(b, a), wrong, wrong])).toEqual({
      rule,
      verdict: 'failed',
      passes: 2,
      failures: 2,
      evidence: ['c', 'b'],
      findings: [wrong, wrong],
      passing: new Set(['a']),
    });
  });

  it('gives the first reason if nothing passed or failed', () => {
    expect(outcomeOf(rule, [inconclusive('First.', a), inconclusive('Second.', a)])).toMatchObject({
      verdict: 'not-exercised',
      reason: 'First.',
    });
  });

  it('passes with a note if a part is missing, but not if an attempt at it proved nothing', () => {
    expect(outcomeOf(covered, [passFor('one', a)])).toMatchObject({
      verdict: 'passed',
      reason: 'Not seen for: other.',
    });
    expect(outcomeOf(covered, [passFor('one', a), inconclusive('Nothing came.', b)])).toMatchObject({
      verdict: 'not-exercised',
      passes: 0,
      evidence: [],
      reason: 'Nothing came. Not seen for: other.',
    });
  });
});

describe('coverageNote()', () => {
  it('names what was not seen', () => {
    expect(coverageNote(['create', 'submit', 'resend'], new Set(['submit']))).toBe('Not seen for: create, resend.');
  });

  it('counts what it does not name', () => {
    const parts = Array.from({ length: 12 }, (_, index) => `part ${index}`);

    expect(coverageNote(parts, new Set(['part 0']))).toBe(
      'Not seen for: part 1, part 2, part 3, part 4, part 5, part 6, part 7, part 8 and 3 more.',
    );
  });

  it('says nothing where all was seen, or where there are no parts', () => {
    expect(coverageNote(['create'], new Set(['create', 'submit']))).toBeUndefined();
    expect(coverageNote(undefined, new Set())).toBeUndefined();
  });
});

describe('notExercised()', () => {
  it('counts nothing and gives the reason', () => {
    const rule = defineRule('create.status.201', { scope: 'exchange', needs, judge: () => [] });

    expect(notExercised(rule, 'Left out.')).toEqual({
      rule,
      verdict: 'not-exercised',
      passes: 0,
      failures: 0,
      evidence: [],
      findings: [],
      reason: 'Left out.',
    });
  });
});
