import { describe, expect, it } from 'vitest';

import type { Exchange, Observation, ReceiverAnswer } from '../../src/lib/observe/observation.ts';
import { act, call, deliver, envelope, observe, openResult, START } from './build.ts';
import { outcome, withVerdict } from './judge.ts';

const SLUG = 's-1';
const at = (seconds: number): number => START + seconds * 1000;
const SUBMITTED = { application: 'submitted', slug: SLUG } as const;

/** A submission by an operator, watched for a long time. */
function submitted(...observations: readonly Observation[]): readonly Observation[] {
  return [observe(SLUG, { at: START, until: at(3600) }), act('submit', SLUG), ...observations];
}

function resend(seconds: number, options: Parameters<typeof call>[1] = {}): Observation {
  return call('resend', { ...SUBMITTED, at: at(seconds), status: 204, ...options });
}

/** Ids of the rules that find something in observations. */
function findings(...observations: readonly Observation[]): readonly string[] {
  return withVerdict(observations, 'failed', 'warned');
}

describe('a lifecycle event after a resend', () => {
  const status = (seconds: number, receiver = 'main'): Observation =>
    deliver(SLUG, { id: `status-${seconds}`, at: at(seconds), type: 'update_status', receiver });
  const late: ReceiverAnswer = { kind: 'status', status: 200, at: at(70) };
  const answeredLate = deliver(SLUG, { id: 'late', at: at(2), type: 'update_status', answer: late });
  const verdict = (...observations: readonly Observation[]): string =>
    outcome('resend.submission-only', submitted(deliver(SLUG, { at: at(1) }), ...observations)).verdict;

  it('is a repetition if nothing else is under way', () => {
    expect(verdict(status(2), resend(100), status(101))).toBe('failed');
  });

  it.each([
    ['a change that is under way', [status(2), status(90), resend(100), status(101)]],
    ['an action shortly before', [status(2), act('change-status', SLUG, at(95)), resend(100), status(101)]],
    ['an action afterwards', [status(2), resend(100), act('change-status', SLUG, at(101)), status(102)]],
    ['no earlier event', [resend(100), status(101)]],
    ['an event at another receiver', [status(2, 'second'), resend(100), status(101)]],
    ['a late event', [status(2), resend(100), status(300)]],
    ['an event that was answered late', [answeredLate, resend(100), status(101)]],
  ])('may come of %s', (_, observations) => {
    expect(verdict(...observations)).not.toBe('failed');
  });
});

describe('a lifecycle event after a refused call', () => {
  const refused = (application: 'open' | 'submitted'): Exchange =>
    call('submit', { slug: SLUG, at: at(10), application, credential: 'invalid', status: 401, answer: envelope(401) });
  const { response: _answer, ...unanswered } = refused('open');
  const failed: Observation = { ...unanswered, id: 'failed', at: at(9), failure: 'reset' };
  const event = (type: 'update_status' | 'drop_off'): Observation => deliver(SLUG, { id: type, at: at(11), type });
  const accepted = call('submit', { id: 'accepted', slug: SLUG, flow: 'plain', at: at(1) });
  const unknown = call('result', { id: 'unknown', slug: SLUG, application: 'unknown', status: 429, at: at(1) });
  const read = (seconds: number): Observation =>
    call('result', { id: `read-${seconds}`, slug: SLUG, at: at(seconds), answer: openResult(SLUG) });
  const ended = { event: { type: 'drop_off' }, application: { slug: SLUG, status: 'expired' } };
  const expired = call('result', {
    slug: SLUG,
    at: at(20),
    application: 'expired',
    status: 429,
  });

  it.each([
    ['is an effect of it', [refused('open'), event('update_status')], ['auth.refused.no-effect']],
    [
      'is an effect of it, after one that failed',
      [failed, refused('open'), event('update_status')],
      ['auth.refused.no-effect'],
    ],
    [
      'is an effect of it, next to reads',
      [read(9.5), refused('open'), read(10.5), event('update_status')],
      ['auth.refused.no-effect'],
    ],
    ['may come of the submission', [refused('submitted'), event('update_status')], []],
    ['may come of a submission that was delivered', [deliver(SLUG), refused('open'), event('update_status')], []],
    [
      'may come of a resend before it',
      [resend(9, { application: 'open' }), refused('open'), event('update_status')],
      [],
    ],
    [
      'may come of a resend after it',
      [refused('open'), resend(10.5, { application: 'open' }), event('update_status')],
      [],
    ],
    ['may come of an action', [act('change-status', SLUG, at(5)), refused('open'), event('update_status')], []],
    ['may come of a submission that was accepted', [accepted, refused('open'), event('update_status')], []],
    ['may come of what nobody knows', [unknown, refused('open'), event('update_status')], []],
    ['comes before it', [deliver(SLUG, { at: at(9), type: 'update_status' }), refused('open')], []],
    ['comes too late', [refused('open'), deliver(SLUG, { at: at(71), type: 'update_status' })], []],
    [
      'is an effect of it, even a drop_off',
      [observe(SLUG), refused('open'), event('drop_off')],
      ['auth.refused.no-effect'],
    ],
    ['may come of its end, which is seen later', [refused('open'), event('drop_off'), expired], []],
    [
      'may come of its end, which it shows',
      [refused('open'), deliver(SLUG, { at: at(11), type: 'drop_off', body: ended })],
      [],
    ],
  ])('%s', (_, observations, rules) => {
    expect(findings(...observations)).toEqual(rules);
  });
});

describe('a delivery after a second submit', () => {
  const again = call('submit', { ...SUBMITTED, id: 'again', at: at(200), status: 403, answer: envelope(403) });
  const slow = { ...again, ...(again.response && { response: { ...again.response, durationMs: 40_000 } }) };
  const refusedResend = (ms: number): Observation =>
    resend(0, { id: 'refused', at: at(200) + ms, credential: 'invalid', status: 401, answer: envelope(401) });
  const refusedSubmit = {
    ...again,
    id: 'refused',
    at: at(199),
    condition: { ...again.condition, credential: 'invalid' as const },
  };
  const delivered = (seconds: number): Observation => deliver(SLUG, { id: 'd2', at: at(seconds) });

  const resent = deliver(SLUG, { id: 'resent', at: at(101) });

  it.each([
    ['is its effect', 'failed', [again, delivered(203)]],
    ['is its effect if it took 40 s', 'failed', [slow, delivered(290)]],
    ['is its effect long after a resend', 'failed', [resend(100), resent, again, delivered(203)]],
    ['comes too late', 'passed', [again, delivered(290)]],
    ['may come of a refused resend 2 s before it', 'not-exercised', [refusedResend(-1999), again, delivered(203)]],
    ['may come of a refused resend at the same moment', 'not-exercised', [refusedResend(0), again, delivered(203)]],
    ['does not come of a refused submit before it', 'failed', [refusedSubmit, again, delivered(203)]],
    ['does not come of a refused resend long before it', 'failed', [refusedResend(-2000), again, delivered(203)]],
    ['may come of a refused resend after it', 'passed', [again, refusedResend(1000), delivered(203)]],
    ['may come of a resend after it', 'not-exercised', [again, resend(201), delivered(203)]],
  ] as const)('%s: %s', (_, verdict, observations) => {
    const run = submitted(deliver(SLUG, { id: 'd1', at: at(1) }), ...observations);

    expect(outcome('submit.again.unchanged', run).verdict).toBe(verdict);
    expect(findings(...run)).toEqual(verdict === 'failed' ? ['submit.again.unchanged'] : []);
  });

  it.each([
    ['may come of a submission within 60 s before it, whatever the patience', 59, 'not-exercised'],
    ['is its effect after 60 s without any', 60, 'failed'],
  ] as const)('%s', (_, seconds, verdict) => {
    const second = { ...again, at: at(seconds) };
    const run = submitted(second, delivered(seconds + 0.5));

    expect(outcome('submit.again.unchanged', run, { deliveryWithinMs: 1000 }).verdict).toBe(verdict);
  });
});

describe('a delivery that is no retry', () => {
  it('follows a resend after a 2xx, a 4xx and a time-out', () => {
    const silent: ReceiverAnswer = { kind: 'none', closedAt: at(120) };

    expect(
      findings(
        ...submitted(
          deliver(SLUG, { id: 'd1', at: at(1), status: 200 }),
          resend(10),
          deliver(SLUG, { id: 'd2', at: at(11), status: 410 }),
          resend(80),
          deliver(SLUG, { id: 'd3', at: at(90), answer: silent }),
          resend(200),
          deliver(SLUG, { id: 'd4', at: at(201) }),
        ),
      ),
    ).toEqual([]);
  });

  it('is a retry that comes late, after a refused resend', () => {
    expect(
      findings(
        ...submitted(
          deliver(SLUG, { id: 'd1', at: at(1), status: 500 }),
          resend(70, { credential: 'invalid', status: 401, answer: envelope(401) }),
          deliver(SLUG, { id: 'd2', at: at(71) }),
        ),
      ),
    ).toEqual([]);
  });

  it('comes late, after another resend was queued', () => {
    expect(
      findings(
        ...submitted(
          deliver(SLUG, { id: 'd1', at: at(1) }),
          resend(100),
          resend(101),
          deliver(SLUG, { id: 'd2', at: at(102) }),
          deliver(SLUG, { id: 'd3', at: at(103) }),
        ),
      ),
    ).toEqual([]);
  });

  it('comes by the doing of somebody whom nobody saw', () => {
    expect(
      findings(
        observe(SLUG, { until: at(3600) }),
        deliver(SLUG, { id: 'd1', at: at(1), status: 200 }),
        deliver(SLUG, { id: 'd2', at: at(100), status: 400 }),
        deliver(SLUG, { id: 'd3', at: at(200) }),
      ),
    ).toEqual([]);
  });

  it('is of another type', () => {
    expect(
      findings(
        ...submitted(
          deliver(SLUG, { id: 'd1', at: at(1), status: 204 }),
          deliver(SLUG, { id: 'd2', at: at(2), type: 'update_status', status: 404 }),
          deliver(SLUG, { id: 'd3', at: at(3), type: 'archive_form' }),
        ),
      ),
    ).toEqual([]);
  });

  it('tells another status of the same application', () => {
    const event = { nounce: 'n', type: 'update_status', created_at: '2026-01-05T03:00:00+00:00' };
    const status = (aml: string): object => ({
      event,
      application: { slug: SLUG, other_status: { ekyc: 'pass', aml } },
    });

    expect(
      findings(
        observe(SLUG, { events: ['update_status'], until: at(3600) }),
        deliver(SLUG, { id: 'd1', at: at(1), body: status('Pass') }),
        deliver(SLUG, { id: 'd2', at: at(2), body: status('Review') }),
      ),
    ).toEqual([]);
  });

  it('went to another receiver', () => {
    expect(
      findings(
        ...submitted(
          deliver(SLUG, { id: 'd1', at: at(1), status: 200 }),
          deliver(SLUG, { id: 'd2', at: at(9), status: 200, receiver: 'second' }),
        ),
      ),
    ).toEqual([]);
  });

  it.each([
    [2000, []],
    [19_999, []],
    [20_000, ['delivery.2xx.done']],
  ])('was sent after %d ms, before the receiver had answered', (ms, rules) => {
    const slow: ReceiverAnswer = { kind: 'status', status: 200, at: at(20) };
    const twice = [deliver(SLUG, { id: 'd1', at: at(1), answer: slow }), deliver(SLUG, { id: 'd2', at: START + ms })];

    expect(findings(...submitted(...twice))).toEqual(rules);
  });
});

describe('a lifecycle event', () => {
  it('that is sent again after a 2xx is found, as it has the same content', () => {
    const run = [
      observe(SLUG, { events: ['update_status'] }),
      act('change-status', SLUG),
      deliver(SLUG, { id: 'd1', at: at(1), type: 'update_status', status: 200 }),
      deliver(SLUG, { id: 'd2', at: at(5), type: 'update_status', status: 200 }),
    ];

    expect(withVerdict(run, 'failed')).toEqual(['delivery.2xx.done']);
  });

  it('counts as silent only at receivers that are known to get it', () => {
    const refused = [
      act('change-status', SLUG),
      deliver(SLUG, { id: 'd1', at: at(1), type: 'update_status', status: 400 }),
    ];

    expect(outcome('delivery.4xx.not-retried', [observe(SLUG), ...refused]).verdict).toBe('not-exercised');
    expect(
      outcome('delivery.4xx.not-retried', [observe(SLUG, { events: ['update_status'] }), ...refused]).verdict,
    ).toBe('passed');
  });
});

describe('what time tells', () => {
  it('adds watches up that follow each other', () => {
    const watches = [0, 30, 60, 90].map((seconds) =>
      observe(SLUG, { id: `w${seconds}`, at: at(seconds), until: at(seconds + 30) }),
    );
    const run = [act('submit', SLUG), deliver(SLUG, { at: at(1), status: 400 }), ...watches];

    expect(outcome('delivery.4xx.not-retried', run).verdict).toBe('passed');
    expect(outcome('delivery.4xx.not-retried', run.slice(0, 3)).verdict).toBe('not-exercised');
  });

  it('does not count watches twice that overlap', () => {
    const twice = ['one', 'other'].map((id) => observe(SLUG, { id, at: at(0), until: at(40) }));
    const run = [act('submit', SLUG), deliver(SLUG, { at: at(1), status: 400 }), ...twice];

    expect(outcome('delivery.4xx.not-retried', run).verdict).toBe('not-exercised');
  });

  it('does not call a retry missing that had no time to come', () => {
    const failed = deliver(SLUG, { at: at(1), status: 500 });
    const watched = (until: number): readonly Observation[] => [
      observe(SLUG, { at: START, until }),
      act('submit', SLUG),
      failed,
    ];

    expect(outcome('delivery.5xx.retried', watched(at(50))).verdict).toBe('not-exercised');
    expect(outcome('delivery.5xx.retried', watched(at(62))).verdict).toBe('failed');
  });

  it('goes by the order of observations where a clock stands still', () => {
    const still = [
      observe(SLUG, { at: START, until: START }),
      act('submit', SLUG),
      deliver(SLUG, { id: 'd1', nounce: 'n1' }),
      resend(0),
      deliver(SLUG, { id: 'd2', nounce: 'n2' }),
    ];

    expect(findings(...still)).toEqual([]);
    expect(outcome('resend.delivers', still).verdict).toBe('passed');
    expect(outcome('resend.new-created-at', still).verdict).toBe('not-exercised');
  });

  it.each([
    [10_000, 'failed'],
    [28_900, 'failed'],
    [29_100, 'passed'],
    [30_000, 'passed'],
    [45_000, 'passed'],
  ] as const)('takes a delivery that was given up after %i ms: %s', (heldMs, verdict) => {
    const held = deliver(SLUG, { at: START, answer: { kind: 'none', closedAt: START + heldMs } });

    expect(outcome('delivery.timeout.waits-30s', [held]).verdict).toBe(verdict);
  });

  it.each([
    [8_000, 23_000, 'not-exercised'],
    [8_000, 10_000, 'failed'],
    [1_500, 28_000, 'not-exercised'],
    [1_500, 27_000, 'failed'],
    [900, 28_000, 'failed'],
    // Nothing takes so long: the clock or the time of creation is wrong.
    [300_000, 30_000, 'passed'],
    [300_000, 10_000, 'failed'],
  ] as const)('of a delivery that took %i ms to arrive and was given up %i ms later: %s', (lagMs, heldMs, verdict) => {
    const sent = deliver(SLUG, { at: START, answer: { kind: 'none', closedAt: START + lagMs + heldMs } });

    const { verdict: found, reason = '' } = outcome('delivery.timeout.waits-30s', [{ ...sent, at: START + lagMs }]);

    expect([found, reason.startsWith('The delivery arrived late')]).toEqual([verdict, verdict === 'not-exercised']);
  });

  const other = (lagMs: number): Observation => ({
    ...deliver('s-2', { id: 'other', at: at(90) }),
    at: at(90) + lagMs,
  });

  it.each([
    [1_500, 28_000, 20, 'passed'],
    [8_000, 22_000, 100, 'passed'],
    [8_000, 20_000, 100, 'failed'],
    [8_000, 22_000, 8_000, 'not-exercised'],
    [8_000, 22_000, 5_000, 'not-exercised'],
    [8_000, 22_000, -300, 'passed'],
  ] as const)(
    'of a delivery that took %i ms to arrive and was given up %i ms later, if a later one took %i ms: %s',
    (lagMs, heldMs, otherLagMs, verdict) => {
      const sent = deliver(SLUG, { at: START, answer: { kind: 'none', closedAt: START + lagMs + heldMs } });
      const run = [{ ...sent, at: START + lagMs }, other(otherLagMs)];

      expect(outcome('delivery.timeout.waits-30s', run).verdict).toBe(verdict);
    },
  );

  it('knows from any later delivery how long one took to arrive', () => {
    const closedAt = at(31);
    const held = { ...deliver(SLUG, { id: 'held', at: at(1), answer: { kind: 'none', closedAt } }), at: at(5) };
    const retry = { ...deliver(SLUG, { id: 'retry', at: at(32) }), at: at(36) };
    const verdict = (...run: readonly Observation[]): string =>
      outcome('delivery.timeout.not-retried', submitted(held, ...run)).verdict;

    expect([verdict(other(100)), verdict(retry, other(100))]).toEqual(['passed', 'failed']);
    expect([verdict(other(4000)), verdict(retry, other(4000))]).toEqual(['not-exercised', 'not-exercised']);
  });

  it.each([
    ['that took 4 s to arrive, and its retry 0.1 s', 4000, 26_000, 100, 'failed'],
    ['that took 4 s to arrive, and its retry as long: the clock is off', 4000, 26_000, 4000, 'arrived late'],
    ['that took 4 s to arrive, and has no retry', 4000, 26_000, undefined, 'arrived late'],
    ['that took 4 s to arrive, and was given up early', 4000, 20_000, 0, 'not-exercised'],
    ['that took longer than any does', 70_000, 5000, 0, 'not-exercised'],
    ['that was held for 30 s and has no retry', 4000, 30_000, undefined, 'passed'],
    ['that was held for 30 s, made minutes before, and has a retry', 300_000, 30_000, 0, 'failed'],
  ] as const)('judges retries of a delivery %s', (_, lagMs, heldMs, retryLagMs, verdict) => {
    const made = at(1);
    const closedAt = made + lagMs + heldMs;
    const held = { ...deliver(SLUG, { id: 'held', at: made, answer: { kind: 'none', closedAt } }), at: made + lagMs };
    const retries =
      retryLagMs === undefined
        ? []
        : [{ ...deliver(SLUG, { id: 'retry', at: closedAt + 100 }), at: closedAt + 100 + retryLagMs }];

    const { verdict: found, reason = '' } = outcome('delivery.timeout.not-retried', submitted(held, ...retries));

    expect(reason.startsWith('The delivery arrived late') ? 'arrived late' : found).toBe(verdict);
  });

  it('takes an answer after 29 s for proof that it was waited for', () => {
    const late = deliver(SLUG, { at: START, answer: { kind: 'status', status: 204, at: at(29) } });

    expect(outcome('delivery.timeout.waits-30s', [late]).verdict).toBe('passed');
    expect(outcome('delivery.timeout.waits-30s', [deliver(SLUG)]).verdict).toBe('not-exercised');
  });
});

describe('a chain of retries', () => {
  const failing = (count: number): readonly Observation[] =>
    Array.from({ length: count }, (_, index) => deliver(SLUG, { id: `d${index}`, at: at(index + 1), status: 500 }));

  it.each([
    [1, 'failed', 'not-exercised'],
    [2, 'passed', 'passed'],
    [4, 'passed', 'passed'],
    [5, 'passed', 'failed'],
    [9, 'passed', 'failed'],
  ] as const)('of %i deliveries that all fail: retried %s, at most three %s', (count, retried, atMost) => {
    expect(outcome('delivery.5xx.retried', submitted(...failing(count))).verdict).toBe(retried);
    expect(outcome('delivery.5xx.at-most-three', submitted(...failing(count))).verdict).toBe(atMost);
  });

  it('may end at a 4xx, after which nothing comes', () => {
    const ended = submitted(...failing(2), deliver(SLUG, { id: 'end', at: at(9), status: 422 }));
    const more = [...ended, deliver(SLUG, { id: 'more', at: at(20) })];

    expect(findings(...ended)).toEqual([]);
    expect(withVerdict(more, 'failed')).toEqual(['delivery.4xx.not-retried']);
  });

  it('goes on after a resend was refused in between', () => {
    const refused = call('resend', {
      ...SUBMITTED,
      at: at(2),
      credential: 'absent',
      status: 403,
      answer: envelope(403),
    });
    const [one, two, ...rest] = submitted(...failing(1));

    expect(
      findings(
        ...[one, two, ...rest].filter((each) => each !== undefined),
        refused,
        deliver(SLUG, { id: 'retry', at: at(3) }),
      ),
    ).toEqual([]);
  });
});
