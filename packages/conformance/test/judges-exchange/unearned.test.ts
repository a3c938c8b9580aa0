import { describe, expect, it } from 'vitest';

import type { Exchange, Observation } from '../../src/lib/observe/observation.ts';
import { call, envelope, openResult } from './build.ts';
import { goodRun } from './good-run.ts';
import { answering, outcome, outcomes, withVerdict } from './judge.ts';

/** The calls of the good run, answered by another server; nothing is delivered. */
function answeredBy(server: (exchange: Exchange) => Exchange): readonly Observation[] {
  return goodRun()
    .filter((observation) => observation.kind === 'exchange')
    .map((exchange) => server(exchange));
}

function unanswered({ kind, id, at, condition, slug, formSlug, lang, request }: Exchange): Exchange {
  const place = { ...(lang && { lang }), ...(formSlug && { formSlug }), ...(slug && { slug }) };
  return { kind, id, at, condition, request, ...place, failure: 'refused' };
}

const JSON_TYPE = { 'Content-Type': 'application/json' };

function always(status: number, body?: unknown): readonly Observation[] {
  return answeredBy((exchange) => answering(exchange, { status, body, headers: JSON_TYPE }));
}

describe('a server that has earned no pass', () => {
  it('is dead', () => {
    const dead = answeredBy(unanswered);

    expect(withVerdict(dead, 'passed', 'failed', 'warned')).toEqual([]);
    expect(outcome('auth.absent.403', dead).reason).toBe('The service gave no answer to the calls that would show it.');
  });

  it('answers 200 {} to everything', () => {
    expect(withVerdict(always(200, {}), 'passed')).toEqual([]);
  });

  it.each([200, 204])('answers %i with nothing to everything', (status) => {
    expect(withVerdict(always(status), 'passed')).toEqual([]);
  });

  it('answers 403 to everything, in the right envelope', () => {
    expect(withVerdict(always(403, envelope(403)), 'passed')).toEqual([
      // Bodies that came where a 403 was due, and were right.
      'error.envelope.shape',
      'error.envelope.status-code',
      'error.envelope.message',
      'error.envelope.detail-string',
      'error.403.detail',
      'error.content-type.json',
    ]);
    expect(outcome('auth.absent.403', always(403, envelope(403))).reason).toMatch(/^The \w+ endpoint never succeeded/);
  });

  it.each([401, 404])('answers %i to everything, in the right envelope', (status) => {
    const passed = withVerdict(always(status, envelope(status)), 'passed');

    expect(passed.filter((id) => !id.startsWith('error.'))).toEqual([]);
  });

  it.each([302, 405, 429, 500])('answers %i to everything', (status) => {
    expect(withVerdict(always(status), 'passed')).toEqual([]);
  });

  it('answers 429 to everything, which breaks nothing', () => {
    expect(withVerdict(always(429, { any: 'thing' }), 'failed', 'warned')).toEqual([]);
  });

  it('answers 200 with a page to everything', () => {
    const page = answeredBy((exchange) => answering(exchange, { status: 200, body: '<html>', headers: {} }));

    expect(withVerdict(page, 'passed')).toEqual([]);
  });
});

/** Ids in the good run that end in a word, and some more. */
function endingIn(word: string, ...more: readonly string[]): readonly string[] {
  return [
    ...goodRun()
      .map(({ id }) => id)
      .filter((id) => id.endsWith(`-${word}`)),
    ...more,
  ];
}

describe('what a rule needs to be passed', () => {
  const without = (...ids: readonly string[]): readonly Observation[] =>
    goodRun().filter(({ id }) => !ids.includes(id));

  it.each([
    ['submit.camera-flow.unchanged', 'the result read afterwards', ['result-after-camera']],
    ['submit.camera-flow.unchanged', 'a watch', ['watch-open']],
    ['resend.never-submitted.no-delivery', 'a watch', ['watch-never']],
    ['resend.never-submitted.no-delivery', 'the call', ['resend-never']],
    ['create.state.incomplete', 'a read', endingIn('result', 'result-open', 'result-again', 'result-after-camera')],
    ['create.credit.not-consumed', 'the create', ['create-body-absent']],
    ['locale.unknown.does-not-resolve', 'a call that follows', endingIn('redirected')],
    ['delivery.timeout.not-retried', 'a watch', ['timeout-watch']],
    ['delivery.5xx.at-most-three', 'a watch', ['5xx-watch']],
    ['delivery.5xx.stops-on-2xx', 'a watch', ['5xx-2xx-watch', 'watch-plain']],
    ['auth.revoked-token.401', 'the call', ['result-revoked']],
    ['result.deleted.404', 'the call', ['result-deleted']],
  ] as const)('%s: %s', (id, _what, ids) => {
    expect(outcome(id, without(...ids)).verdict).toBe('not-exercised');
  });

  it('no more than a part of its coverage, and then it says so', () => {
    expect(outcome('auth.absent.403', without('submit-absent', 'submit-refused'))).toMatchObject({
      verdict: 'passed',
      reason: 'Not seen for: submit.',
    });
    expect(outcome('create.body.empty-accepted', without('create-body-empty'))).toMatchObject({
      verdict: 'passed',
      reason: 'Not seen for: an empty body.',
    });
    expect(outcome('auth.refused.no-effect', without('watch-plain'))).toMatchObject({
      verdict: 'passed',
      reason: 'Not seen for: resend.',
    });
    expect(outcome('auth.refused.no-effect', without('plain-still-open'))).toMatchObject({
      verdict: 'passed',
      reason: 'Not seen for: submit.',
    });
  });

  it('a watch that lasts', () => {
    const briefly = goodRun().map((observation) =>
      observation.kind === 'watch' ? { ...observation, until: observation.at + 1000 } : observation,
    );

    expect(outcome('delivery.4xx.not-retried', briefly)).toMatchObject({
      verdict: 'not-exercised',
      reason: 'What came after the delivery was not watched for long enough.',
    });
    expect(outcome('delivery.5xx.retried', briefly).verdict).toBe('passed');
    expect(outcome('delivery.4xx.not-retried', briefly, { deliveryWithinMs: 100 }).verdict).toBe('not-exercised');
  });
});

describe('an answer that is not held against a status rule', () => {
  it('is a 429, or one after which the call was made again', () => {
    const limited = call('result', { status: 429 });
    const failed: Exchange = { ...call('result', { status: 500, id: 'failed' }), repeated: true };
    const served = call('result', { id: 'served', answer: openResult('s-1') });

    expect(outcome('result.status.200', [limited, failed]).verdict).toBe('not-exercised');
    expect(outcome('result.status.200', [limited, failed, served])).toMatchObject({ verdict: 'passed', passes: 1 });
  });

  it('is one whose condition is not known', () => {
    const anything = [200, 201, 302, 400, 401, 403, 404, 422].flatMap((status) => [
      call('result', { status, application: 'unknown' }),
      call('create', { status, body: 'unknown' }),
      call('submit', { status, flow: 'unknown' }),
      call('info', { status, credential: 'unknown' }),
    ]);
    const found = outcomes(anything).filter(({ rule, failures }) => failures > 0 && /\.\d{3}(?:-\w+)?$/.test(rule.id));

    expect(found.map(({ rule }) => rule.id)).toEqual([]);
  });
});
