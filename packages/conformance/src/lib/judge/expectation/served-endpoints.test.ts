import { describe, expect, it } from 'vitest';

import { action, create, delivery, exchange } from '../../../../test/judges-payload/observe.ts';
import { openResult, SLUG, submission } from '../../../../test/judges-payload/submission.ts';
import type { Exchange } from '../../observe/observation.ts';
import { seenApplications, servedEndpoints } from './served-endpoints.ts';

function unanswered(answered: Exchange): Exchange {
  const { response: _, ...call } = answered;
  return call;
}

describe('seenApplications()', () => {
  it.each([
    ['a create call that succeeded', create(), true],
    ['a create call that was redirected', create(SLUG, { status: 300 }), false],
    ['a create call that was refused', create(SLUG, { status: 400 }), false],
    ['a create call without an answer', unanswered({ ...create(), slug: SLUG }), false],
    ['a result', exchange({ answer: openResult() }), true],
    ['a result that was redirected', exchange({ status: 300, answer: openResult() }), false],
    ['a result that was refused', exchange({ status: 403, answer: openResult() }), false],
    ['a result call without an answer', unanswered(exchange()), false],
    ['a delivery', delivery(submission()), true],
    ['an action', action('submit'), false],
  ])('has the application of %s: %s', (_name, observation, isSeen) => {
    expect(seenApplications([observation]).has(SLUG)).toBe(isSeen);
  });
});

describe('servedEndpoints()', () => {
  const resend = exchange({
    status: 204,
    condition: { endpoint: 'resend', method: 'POST', application: 'submitted' },
  });

  it.each([
    ['a result', [exchange({ answer: openResult() })], ['result']],
    ['an empty answer about an application that was shown', [create(), resend], ['create', 'resend']],
    ['an empty answer about an application that was refused', [create(SLUG, { status: 400 }), resend], []],
    ['a call without an answer', [unanswered(exchange())], []],
    ['a call that has no answer of its own', [exchange({ condition: { endpoint: 'other' } })], []],
  ])('of %s', (_name, run, served) => {
    expect([...servedEndpoints(run)]).toEqual(served);
  });
});
