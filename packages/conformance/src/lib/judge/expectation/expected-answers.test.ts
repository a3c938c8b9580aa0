import { describe, expect, it } from 'vitest';

import { allConditions, ordinaryCall } from '../../../../test/judges-exchange/conditions.ts';
import type { Condition } from '../../observe/condition.ts';
import { expectedAnswers, isDocumented, mustSucceed } from './expected-answers.ts';
import { failuresOf } from './failures.ts';

/** The statuses that a call may return, what is certain first, as `401 | 404?`. */
function due(condition: Partial<Condition> & Pick<Condition, 'endpoint'>): string {
  const answers = expectedAnswers(ordinaryCall(condition));
  return answers?.map(({ status, certain }) => `${status}${certain ? '' : '?'}`).join(' | ') ?? 'not decided';
}

describe('expectedAnswers()', () => {
  it.each([
    // A call that nothing is wrong with.
    ['201', { endpoint: 'create' }],
    ['201', { endpoint: 'create', body: 'absent' }],
    ['201', { endpoint: 'create', body: 'missing-required' }],
    ['201', { endpoint: 'create', body: 'undeclared-key' }],
    ['200', { endpoint: 'result' }],
    ['200', { endpoint: 'result', application: 'submitted' }],
    ['200', { endpoint: 'result', application: 'expired' }],
    ['200', { endpoint: 'info' }],
    ['200', { endpoint: 'info', credential: 'absent' }],
    ['200', { endpoint: 'info', application: 'submitted' }],
    ['200', { endpoint: 'submit', flow: 'plain', body: 'valid-answers' }],
    ['204', { endpoint: 'resend' }],
    ['204', { endpoint: 'resend', application: 'submitted' }],
    // One thing that is wrong.
    ['422', { endpoint: 'submit' }],
    ['422', { endpoint: 'submit', body: 'not-json' }],
    ['422', { endpoint: 'submit', flow: 'plain', body: 'missing-required' }],
    ['403', { endpoint: 'submit', flow: 'plain', body: 'valid-answers', application: 'submitted' }],
    ['422', { endpoint: 'create', body: 'bad-format' }],
    ['461', { endpoint: 'create', credit: 'too-little' }],
    ['404', { endpoint: 'create', flow: 'unknown-form' }],
    ['404', { endpoint: 'result', application: 'unknown-slug' }],
    ['404', { endpoint: 'resend', application: 'deleted' }],
    ['404', { endpoint: 'info', application: 'deleted' }],
    ['404', { endpoint: 'info', application: 'deleted', credential: 'absent' }],
    ['401', { endpoint: 'create', credential: 'invalid' }],
    ['401', { endpoint: 'result', credential: 'revoked' }],
    ['401', { endpoint: 'resend', credential: 'other-scheme' }],
    ['403', { endpoint: 'create', credential: 'absent' }],
    ['403', { endpoint: 'result', credential: 'absent' }],
    ['403', { endpoint: 'create', method: 'GET' }],
    ['403', { endpoint: 'resend', method: 'GET' }],
    ['302', { endpoint: 'create', locale: 'unrecognised' }],
    ['302', { endpoint: 'result', locale: 'unrecognised', method: 'DELETE' }],
    // Info refuses once submitted, and may do it with a 404.
    ['403 | 404', { endpoint: 'info', application: 'submitted', credential: 'absent' }],
    ['401 | 404', { endpoint: 'info', application: 'submitted', credential: 'invalid' }],
    // Reasons that meet: each of them.
    ['401 | 404', { endpoint: 'create', credential: 'invalid', flow: 'unknown-form' }],
    ['403 | 404', { endpoint: 'result', credential: 'absent', application: 'deleted' }],
    ['403 | 401', { endpoint: 'create', method: 'GET', credential: 'invalid' }],
    ['403 | 422', { endpoint: 'submit', application: 'submitted' }],
    ['302 | 403', { endpoint: 'result', locale: 'unrecognised', credential: 'absent' }],
    ['401 | 461?', { endpoint: 'create', credential: 'invalid', credit: 'unknown' }],
    ['404 | 401?', { endpoint: 'info', application: 'unknown-slug', credential: 'invalid' }],
    ['302 | 403? | 404?', { endpoint: 'info', locale: 'unrecognised', application: 'expired' }],
    [
      '302 | 403? | 404? | 404? | 404?',
      { endpoint: 'info', locale: 'unrecognised', application: 'unknown', credential: 'absent' },
    ],
    [
      '302 | 403? | 404? | 404? | 404?',
      { endpoint: 'info', locale: 'unrecognised', application: 'none', credential: 'absent' },
    ],
    [
      '302 | 403? | 404? | 403? | 404?',
      { endpoint: 'info', locale: 'unrecognised', application: 'expired', credential: 'absent' },
    ],
    ['403 | 422', { endpoint: 'submit', application: 'submitted', flow: 'unknown', body: 'missing-required' }],
    [
      '302 | 403? | 404? | 422?',
      { endpoint: 'submit', locale: 'unrecognised', application: 'expired', flow: 'plain', body: 'valid-answers' },
    ],
    // Success is due though credit may be lacking.
    ['201 | 461?', { endpoint: 'create', credit: 'unknown' }],
    // What is not shown, or not known.
    ['not decided', { endpoint: 'result', method: 'POST' }],
    ['not decided', { endpoint: 'result', application: 'unknown' }],
    ['not decided', { endpoint: 'result', locale: 'unknown' }],
    ['not decided', { endpoint: 'result', flow: 'unknown-form' }],
    ['not decided', { endpoint: 'create', body: 'not-json' }],
    ['not decided', { endpoint: 'create', body: 'nested-answers' }],
    ['401 | 400? | 422?', { endpoint: 'create', body: 'nested-answers', credential: 'invalid' }],
    ['not decided', { endpoint: 'create', body: 'unknown' }],
    ['not decided', { endpoint: 'create', flow: 'unknown' }],
    ['not decided', { endpoint: 'create', credential: 'unknown' }],
    ['not decided', { endpoint: 'info', credential: 'invalid' }],
    ['not decided', { endpoint: 'info', application: 'expired', credential: 'absent' }],
    ['not decided', { endpoint: 'submit', flow: 'plain', body: 'absent' }],
    ['not decided', { endpoint: 'submit', flow: 'plain', application: 'expired', body: 'valid-answers' }],
    ['not decided', { endpoint: 'submit', flow: 'unknown', body: 'valid-answers' }],
    ['not decided', { endpoint: 'image' }],
    ['not decided', { endpoint: 'other' }],
  ] as const)('gives %s for %j', (expected, condition) => {
    expect(due(condition)).toBe(expected);
  });

  it('never answers 405, 429 or 5xx', () => {
    const statuses = new Set(
      allConditions()
        .flatMap((condition) => expectedAnswers(condition) ?? [])
        .map(({ status }) => status),
    );

    expect(statuses).toEqual(new Set([200, 201, 204, 302, 400, 401, 403, 404, 422, 461]));
  });

  it('gives one status and one shape where there is at most one reason to fail', () => {
    const several = allConditions().filter((condition) => {
      const answers = expectedAnswers(condition) ?? [];
      return failuresOf(condition).length <= 1 && answers.length > 1;
    });

    // Info may refuse with a 404, and credit is seldom known.
    expect(
      several.filter(
        ({ endpoint, application, credit }) =>
          !(endpoint === 'info' && application === 'submitted') && credit !== 'unknown',
      ),
    ).toEqual([]);
    expect(several.length).toBeGreaterThan(0);
  });

  it('keeps 401 and 403 apart: no call with one reason to be refused may return either', () => {
    const either = allConditions().filter((condition) => {
      const statuses = expectedAnswers(condition)?.map(({ status }) => status) ?? [];
      return failuresOf(condition).length <= 1 && statuses.includes(401) && statuses.includes(403);
    });

    expect(either).toEqual([]);
  });

  it('expects a success only where nothing is certainly wrong', () => {
    const wrong = allConditions().filter(
      (condition) => mustSucceed(condition) && failuresOf(condition).some(({ certain }) => certain),
    );

    expect(wrong).toEqual([]);
  });

  it('accepts more, never less, when another thing goes wrong as well', () => {
    const less = allConditions().filter((condition) => {
      const before = expectedAnswers(condition)?.filter(({ certain, status }) => certain && status >= 400) ?? [];
      const after = expectedAnswers({ ...condition, locale: 'unrecognised' })?.map(({ status }) => status) ?? [];
      return (
        before.length > 0 && [302, ...before.map(({ status }) => status)].some((status) => !after.includes(status))
      );
    });

    expect(less).toEqual([]);
  });
});

describe('the bodies of 404', () => {
  it.each([
    ['resend', 'bare-detail'],
    ['result', 'envelope'],
  ] as const)('of %s is a %s', (endpoint, body) => {
    expect(expectedAnswers(ordinaryCall({ endpoint, application: 'unknown-slug' }))).toMatchObject([
      { status: 404, body },
    ]);
  });
});

describe('mustSucceed()', () => {
  it.each([
    [true, { endpoint: 'result' }],
    [true, { endpoint: 'create', credit: 'unknown' }],
    [false, { endpoint: 'create', credit: 'too-little' }],
    [false, { endpoint: 'result', locale: 'unrecognised' }],
    [false, { endpoint: 'result', application: 'unknown' }],
  ] as const)('is %s for %j', (expected, condition) => {
    expect(mustSucceed(ordinaryCall(condition))).toBe(expected);
  });
});

describe('isDocumented()', () => {
  it.each([
    [461, true, { endpoint: 'create' }],
    [462, false, { endpoint: 'create' }],
    [204, false, { endpoint: 'create' }],
    [461, false, { endpoint: 'result' }],
    [429, true, { endpoint: 'result' }],
    [499, false, { endpoint: 'result' }],
    [500, true, { endpoint: 'result' }],
    [503, true, { endpoint: 'resend' }],
    [302, false, { endpoint: 'result' }],
    [302, true, { endpoint: 'result', locale: 'unrecognised' }],
    [402, false, { endpoint: 'result', credential: 'invalid' }],
    [401, true, { endpoint: 'info', credential: 'invalid' }],
    [403, true, { endpoint: 'info', credential: 'unknown' }],
    [402, false, { endpoint: 'info', credential: 'invalid' }],
    [403, true, { endpoint: 'info', credential: 'absent', application: 'submitted' }],
    [401, false, { endpoint: 'info', credential: 'absent' }],
    [403, false, { endpoint: 'info', credential: 'valid', application: 'submitted' }],
  ] as const)('of %i is %s for %j', (status, expected, condition) => {
    expect(isDocumented(status, condition.endpoint, ordinaryCall(condition))).toBe(expected);
  });
});
