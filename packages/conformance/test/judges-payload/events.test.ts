import { describe, expect, it } from 'vitest';

import { messageBody } from '../../src/lib/observe/message-body.ts';
import type { Observation } from '../../src/lib/observe/observation.ts';
import { put } from './change.ts';
import { action, create, delivery, exchange, outcome, watch } from './observe.ts';
import { DELIVERED_AT, lifecycle, submission } from './submission.ts';

describe('event.present', () => {
  const text = (body: string) => messageBody(new TextEncoder().encode(body));

  it('is kept by an event and an application', () => {
    expect(outcome('event.present', [delivery(lifecycle())])).toMatchObject({ verdict: 'passed', passes: 1 });
  });

  it.each([
    ['no event', delivery({ application: {} })],
    ['no application', delivery({ event: {} })],
    ['an array', delivery([])],
    ['no JSON', delivery(undefined, { raw: text('event=1') })],
    ['nothing', delivery(undefined)],
  ])('is broken by %s', (_what, observation) => {
    expect(outcome('event.present', [observation])).toMatchObject({ verdict: 'failed', failures: 1 });
  });

  it("says nothing of a body that was cut off, nor of a stranger's call", () => {
    const cut = delivery(undefined, { raw: messageBody(new Uint8Array([0x7b]), 2 ** 30) });
    const stranger = delivery(undefined, { bearer: 'absent', raw: text('hello') });

    expect(outcome('event.present', [cut, stranger]).verdict).toBe('not-exercised');
  });
});

describe('event.nounce.unique', () => {
  it('is broken by two deliveries with one nounce, even to different receivers', () => {
    const [first, second] = [delivery(submission()), delivery(submission(), { receiver: 'second' })];

    expect(outcome('event.nounce.unique', [first, second]).findings).toMatchObject([
      { observations: [second.id, first.id], path: ['event', 'nounce'] },
    ]);
  });

  it('is kept by deliveries with nounces of their own', () => {
    expect(outcome('event.nounce.unique', [delivery(submission()), delivery(lifecycle())]).verdict).toBe('passed');
    expect(outcome('event.nounce.unique', [delivery(submission())]).verdict).toBe('not-exercised');
  });
});

describe('event.created-at.is-delivery-time', () => {
  const rule = 'event.created-at.is-delivery-time';

  /** A call that the service answered with a Date header so far ahead. */
  const dated = (aheadMs: number) =>
    exchange({ headers: [['Date', new Date(DELIVERED_AT + 1000 + aheadMs).toUTCString()]], answer: {} });
  const arriving = (aheadMs: number) => delivery(submission(), { at: DELIVERED_AT - aheadMs });

  it.each([
    [300_000, 'The clock of the service is 300 s ahead of this machine'],
    [-300_000, 'The clock of the service is 300 s behind this machine'],
  ])('is broken once by a clock that is %d ms off, as the Date headers say', (ms, message) => {
    const deliveries = [arriving(ms), arriving(ms - 900), arriving(ms + 700)];

    expect(outcome(rule, [dated(ms), ...deliveries, dated(ms)])).toMatchObject({
      verdict: 'failed',
      failures: 1,
      findings: [
        {
          message: expect.stringMatching(`^${message} .*receiver\\.clockSkewSeconds$`),
          observations: deliveries.map(({ id }) => id),
        },
      ],
    });
  });

  it.each([
    ['Date headers that are right', [dated(0), arriving(300_000), arriving(300_000)], 2],
    ['no Date headers', [arriving(300_000), arriving(300_000)], 2],
    ['deliveries that differ', [dated(300_000), arriving(300_000), arriving(400_000)], 2],
    ['a delivery on time', [dated(300_000), arriving(300_000), arriving(0)], 1],
  ])('is broken by each delivery with %s', (_what, observations, broken) => {
    expect(outcome(rule, observations)).toMatchObject({
      failures: broken,
      findings: expect.arrayContaining([
        expect.objectContaining({ message: expect.stringContaining('`event.created_at`') }),
      ]),
    });
  });

  it('goes by the median of the Date headers', () => {
    const calls = [300_000, 0, 900_000, 100_000, 900_000].map(dated);

    expect(outcome(rule, [...calls, arriving(300_000), arriving(300_000)]).failures).toBe(1);
    expect(outcome(rule, calls).verdict).toBe('not-exercised');
  });

  it.each([60_000, -60_000, 0])('is kept %d ms away', (ms) => {
    expect(outcome(rule, [delivery(submission(), { at: DELIVERED_AT + ms })]).verdict).toBe('passed');
  });

  it.each([60_001, -60_001])('is broken %d ms away', (ms) => {
    expect(outcome(rule, [delivery(submission(), { at: DELIVERED_AT + ms })]).verdict).toBe('failed');
  });

  // Each kept gap is the longest one.
  it.each([
    ['deliveries of other times arrive at once', 0, 2000],
    ['one of another time arrives 3 s late', 3000, 3000],
  ])('is broken by a second delivery of one time, if %s', (_what, lateMs, keptMs) => {
    const other = delivery(submission(), { receiver: 'second', at: DELIVERED_AT + lateMs });
    const first = delivery(submission());
    const after = (ms: number) => delivery(submission(), { at: DELIVERED_AT + ms });

    expect(outcome(rule, [first, other, after(keptMs)]).verdict).toBe('passed');
    const late = after(keptMs + 1);
    expect(outcome(rule, [first, other, late]).findings).toMatchObject([{ observations: [late.id, first.id] }]);
  });

  it('takes the skew that the context allows', () => {
    const late = delivery(submission(), { at: DELIVERED_AT + 90_000 });

    expect(outcome(rule, [late], { clockSkewSeconds: 120 }).verdict).toBe('passed');
  });
});

describe('event.submit-form.on-submission', () => {
  const rule = 'event.submit-form.on-submission';
  const submitted = action('submit');

  it('is kept by a delivery to each receiver', () => {
    const observations = [
      submitted,
      delivery(submission()),
      delivery(put('event.nounce', 'n-3')(submission()), { receiver: 'second' }),
      watch({ receivers: ['main', 'second'] }),
    ];

    expect(outcome(rule, observations)).toMatchObject({ verdict: 'passed', passes: 2 });
  });

  it('is kept by an arrival that nobody watched for', () => {
    expect(outcome(rule, [submitted, delivery(submission())]).verdict).toBe('passed');
  });

  it('is broken by a receiver that got nothing', () => {
    const watched = watch({ receivers: ['main', 'second'] });
    const other = watch({ receivers: ['main'] });

    expect(outcome(rule, [submitted, delivery(submission()), watched, other])).toMatchObject({
      passes: 1,
      failures: 1,
      findings: [{ observations: [submitted.id, watched.id], expected: '1 at the receiver "second"' }],
    });
  });

  it('is broken by silence after a submit call on a plain form', () => {
    const call = exchange({
      at: DELIVERED_AT - 1000,
      condition: { endpoint: 'submit', method: 'POST', application: 'open', flow: 'plain' },
    });

    expect(outcome(rule, [call, watch()]).failures).toBe(1);
  });

  it('is broken by two deliveries at once', () => {
    const twin = delivery(put('event.nounce', 'n-3')(submission()), { at: DELIVERED_AT + 5 });

    expect(outcome(rule, [submitted, delivery(submission()), twin, watch()])).toMatchObject({ failures: 1 });
    const read = exchange({ at: DELIVERED_AT });
    expect(outcome(rule, [submitted, read, delivery(submission()), twin, watch()])).toMatchObject({ failures: 1 });
  });

  it.each([
    ['a watch that began after the submission', watch({ at: DELIVERED_AT })],
    ['a watch without receivers', watch({ receivers: [] })],
    ['a watch over another application', watch({ slug: 'other' })],
  ])('says nothing of silence in %s', (_what, observation) => {
    expect(outcome(rule, [submitted, observation])).toMatchObject({ passes: 0, failures: 0 });
  });

  it('proves nothing by a watch that was too short', () => {
    expect(outcome(rule, [submitted, watch({ until: DELIVERED_AT + 3000 })])).toMatchObject({
      verdict: 'not-exercised',
      reason: 'Nothing was delivered, but the receiver was not watched long enough to be sure.',
    });
  });

  it('does not take what came after a resend for what the submission brought', () => {
    const resend = exchange({ at: DELIVERED_AT, status: 204, condition: { endpoint: 'resend', method: 'POST' } });
    const observations = [submitted, resend, delivery(submission())];
    const again = { ...resend, id: 'again', at: DELIVERED_AT + 110_000 };

    expect(outcome(rule, observations).verdict).toBe('not-exercised');
    expect(outcome(rule, [submitted, resend, again, watch()]).verdict).toBe('not-exercised');
    expect(outcome(rule, [...observations, watch()])).toMatchObject({
      verdict: 'not-exercised',
      reason: 'Nothing was delivered, but the receiver was not watched long enough to be sure.',
    });
  });

  it('is broken by silence all the same where a resend was refused', () => {
    const refused = exchange({ at: DELIVERED_AT, status: 403, condition: { endpoint: 'resend', method: 'POST' } });

    expect(outcome(rule, [submitted, refused, watch()]).failures).toBe(1);
  });

  it('says nothing of silence after a submit call that should have failed', () => {
    const wrong = exchange({
      at: DELIVERED_AT - 1000,
      condition: { endpoint: 'submit', method: 'POST', application: 'open', flow: 'camera' },
    });

    expect(outcome(rule, [create(), wrong, watch()]).verdict).toBe('not-exercised');
  });
});

describe('event.update-status.on-change', () => {
  const rule = 'event.update-status.on-change';
  const changed = action('change-status');
  const events = ['submit_form', 'update_status', 'drop_off'];

  it('is kept by a delivery, and broken by none', () => {
    expect(outcome(rule, [changed, delivery(lifecycle()), watch({ events })]).verdict).toBe('passed');
    expect(outcome(rule, [changed, delivery(submission()), watch({ events })]).verdict).toBe('failed');
  });

  it('is broken by one delivery for two changes', () => {
    const again = action('change-status', DELIVERED_AT + 1);

    expect(outcome(rule, [changed, again, delivery(lifecycle()), watch({ events })]).failures).toBe(1);
  });

  it('warns of silence where the event is not known to be enabled', () => {
    expect(outcome(rule, [changed, watch()]).verdict).toBe('warned');
  });

  it('says nothing of a change after which results show what they showed before', () => {
    const read = (at: number): Observation =>
      exchange({ at, status: 200, answer: submission(), condition: { endpoint: 'result', application: 'submitted' } });
    const now = action('change-status', DELIVERED_AT);
    const all = [read(DELIVERED_AT - 1), now, read(DELIVERED_AT + 5000), watch({ events })];

    expect(outcome(rule, all).verdict).toBe('not-exercised');
  });
});

describe('event.drop-off.on-expiry', () => {
  const rule = 'event.drop-off.on-expiry';
  const events = ['drop_off'];

  it('is kept by a delivery, and broken by none', () => {
    expect(outcome(rule, [action('expire'), delivery(lifecycle('drop_off')), watch({ events })]).verdict).toBe(
      'passed',
    );
    expect(outcome(rule, [action('expire'), watch({ events })]).verdict).toBe('failed');
  });

  it('says nothing of an application that was submitted', () => {
    const observations = [action('submit', DELIVERED_AT - 4000), action('expire'), watch({ events })];

    expect(outcome(rule, observations).verdict).toBe('not-exercised');
  });
});

describe('convention.json', () => {
  const rule = 'convention.json';
  const plain = [['content-type', 'text/plain']] as const;

  it.each([
    ['a charset', exchange({ headers: [['Content-Type', 'application/json; charset=utf-8']], answer: { a: 1 } })],
    ['capitals', exchange({ headers: [['CONTENT-TYPE', 'Application/JSON']], answer: { a: 1 } })],
  ])('is kept by %s', (_what, observation) => {
    expect(outcome(rule, [observation]).verdict).toBe('passed');
  });

  it.each([
    ['another type', exchange({ headers: plain, answer: { a: 1 } })],
    ['no type', exchange({ headers: [], answer: { a: 1 } })],
    ['a body that is no JSON', exchange({ bytes: messageBody(new TextEncoder().encode('<html>')) })],
  ])('is broken by %s', (_what, observation) => {
    expect(outcome(rule, [observation]).verdict).toBe('failed');
  });

  it.each([
    ['no body', exchange({ headers: plain })],
    ['an error', exchange({ status: 404, headers: plain, answer: {} })],
    ['an image', exchange({ headers: plain, answer: {}, condition: { endpoint: 'image' } })],
    ['a path that is no endpoint', exchange({ headers: plain, answer: {}, condition: { endpoint: 'other' } })],
    ['an object that holds nothing', exchange({ answer: {} })],
  ])('says nothing of %s', (_what, observation) => {
    expect(outcome(rule, [observation]).verdict).toBe('not-exercised');
  });
});
