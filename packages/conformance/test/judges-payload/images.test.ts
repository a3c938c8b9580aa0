import { describe, expect, it } from 'vitest';

import { judgeRun } from '../../src/lib/judge/mutants/judge-mutants.ts';
import { messageBody } from '../../src/lib/observe/message-body.ts';
import type { Observation } from '../../src/lib/observe/observation.ts';
import { BEST_FRAME, edit, put } from './change.ts';
import { context, delivery, exchange, type ExchangeOptions, outcome, payloadRules } from './observe.ts';
import { DELIVERED_AT, SLUG, submission } from './submission.ts';

const png = messageBody(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d]));
const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0]);
const url = `https://service.example/api/ekyc/${SLUG}/result/image/?q=best&exp=${DELIVERED_AT / 1000 + 900}`;

/** A call for the best frame, with the token. */
function fetched(options: ExchangeOptions = {}): Observation {
  return exchange({ url, ...options, condition: { endpoint: 'image', ...options.condition } });
}

const image = { status: 200, headers: [['Content-Type', 'image/png']], bytes: png } as const;
const refusal = { status: 403, answer: { error: { status_code: 403 } } } as const;
const shown = delivery(submission());
/** A call that got its image, so that a refusal means something. */
const got = fetched(image);
const absent = { credential: 'absent' } as const;
const afterExp = DELIVERED_AT + 900_000 + 61_000;

describe('image.exp.15-minutes-after-event', () => {
  it('says when the event was created, and how much later exp is', () => {
    const late = delivery(edit(BEST_FRAME, /exp=\d+/, 'exp=1767583560')(submission()));
    const { findings } = outcome('image.exp.15-minutes-after-event', [late]);

    expect(findings.map(({ times }) => times)).toEqual([
      'event.created_at is 2026-01-05T03:10:00.000Z, and exp is 960 s after it: 900 s are due',
    ]);
  });
});

describe('image.readable-while-valid', () => {
  const rule = 'image.readable-while-valid';

  it.each([
    ['an image', image],
    ['an image whose type is not told', { status: 200, headers: [], bytes: png }],
    ['a JPEG whose type is not told', { status: 200, headers: [], bytes: messageBody(jpeg) }],
  ])('is kept by %s', (_what, answer) => {
    expect(outcome(rule, [shown, fetched(answer)])).toMatchObject({ verdict: 'passed', passes: 1 });
  });

  it.each([
    ['a refusal', refusal],
    ['a page', { status: 200, headers: [['content-type', 'text/html']] as const, answer: {} }],
  ])('warns of %s', (_what, answer) => {
    expect(outcome(rule, [shown, fetched(answer)])).toMatchObject({ verdict: 'warned', failures: 1 });
  });

  it.each([
    ['a URL that the service never gave', { url: url.replace('best', 'x'), ...refusal }],
    ['a call without the token', { condition: absent, ...refusal }],
    ['a call near the end of its life', { at: DELIVERED_AT + 860_000, ...refusal }],
    ['a 429', { status: 429 }],
  ])('says nothing of %s', (_what, options) => {
    expect(outcome(rule, [shown, fetched(options)]).verdict).toBe('not-exercised');
  });
});

describe('image.unreadable-without-signature', () => {
  const rule = 'image.unreadable-without-signature';
  const unsigned = url.replace('q=best&', '');
  const forged = url.replace('q=best', 'q=bestX');

  it.each([unsigned, forged])('is kept by a refusal of %s', (address) => {
    expect(outcome(rule, [shown, got, fetched({ url: address, condition: absent, ...refusal })])).toMatchObject({
      verdict: 'passed',
    });
  });

  it.each([unsigned, forged])('is broken by an image at %s', (address) => {
    expect(outcome(rule, [shown, fetched({ url: address, condition: absent, ...image })])).toMatchObject({
      failures: 1,
    });
  });

  it('proves nothing where no call got an image', () => {
    expect(outcome(rule, [shown, fetched({ url: forged, condition: absent, ...refusal })])).toMatchObject({
      verdict: 'not-exercised',
      reason: 'No image was given to any call, so that a refusal proves nothing.',
    });
  });

  it('is kept by a refusal of a forged signature with the token, and broken by an image', () => {
    expect(outcome(rule, [shown, got, fetched({ url: forged, ...refusal })])).toMatchObject({ verdict: 'passed' });
    expect(outcome(rule, [shown, fetched({ url: forged, ...image })])).toMatchObject({ failures: 1 });
  });

  it('is broken by an image for a forged signature, whatever the token', () => {
    const condition = { credential: 'invalid' } as const;
    expect(outcome(rule, [shown, fetched({ url: forged, condition, ...image })])).toMatchObject({ failures: 1 });
  });

  it.each([
    ['a call with the token and without a signature', { url: unsigned }],
    ['a URL as it was given', { condition: absent }],
    ['a URL with another exp', { url: url.replace(/exp=/, 'exp=9') }],
  ] as const)('says nothing of %s', (_what, options) => {
    expect(outcome(rule, [shown, fetched({ ...options, ...image })]).verdict).toBe('not-exercised');
  });
});

describe('image.unreadable-without-token', () => {
  const rule = 'image.unreadable-without-token';
  const credentials = ['absent', 'invalid', 'revoked'] as const;

  it.each(credentials)('passes a refusal of a token that is %s', (credential) => {
    expect(outcome(rule, [shown, got, fetched({ condition: { credential }, ...refusal })])).toMatchObject({
      verdict: 'passed',
      passes: 1,
    });
  });

  it.each(credentials)('fails an image for a token that is %s', (credential) => {
    expect(outcome(rule, [shown, got, fetched({ condition: { credential }, ...image })])).toMatchObject({
      verdict: 'failed',
      failures: 1,
    });
  });

  it.each([
    ['the token', {}],
    ['the token under another scheme', { condition: { credential: 'other-scheme' } }],
    ['an altered URL', { url: url.replace('q=best', 'q=bestX'), condition: absent }],
    ['an expired URL', { at: afterExp, condition: absent }],
  ] as const)('says nothing of a call with %s', (_what, options) => {
    expect(outcome(rule, [shown, got, fetched({ ...options, ...image })]).verdict).toBe('not-exercised');
  });
});

describe('image.unreadable-after-exp', () => {
  const rule = 'image.unreadable-after-exp';

  it('is kept by a refusal, and broken by an image', () => {
    expect(outcome(rule, [shown, got, fetched({ at: afterExp, ...refusal })])).toMatchObject({
      verdict: 'passed',
      passes: 1,
    });
    expect(outcome(rule, [shown, fetched({ at: afterExp, ...image })])).toMatchObject({
      verdict: 'failed',
      failures: 1,
    });
  });

  it('is kept by a refusal of a later exp, and broken by an image', () => {
    const prolonged = url.replace(/exp=/, 'exp=9');
    expect(outcome(rule, [shown, got, fetched({ url: prolonged, at: afterExp, ...refusal })])).toMatchObject({
      verdict: 'passed',
    });
    expect(outcome(rule, [shown, fetched({ url: prolonged, at: afterExp, ...image })])).toMatchObject({
      verdict: 'failed',
      findings: [{ message: 'An image is given after the `exp` of its URL to a URL with a later `exp`' }],
    });
  });

  it('says nothing within the difference that clocks may have', () => {
    expect(outcome(rule, [shown, fetched({ at: afterExp - 2000, ...image })]).verdict).toBe('not-exercised');
  });
});

describe('image.fresh-on-resend', () => {
  const rule = 'image.fresh-on-resend';
  const resend = (at: number) => exchange({ at, status: 204, condition: { endpoint: 'resend', method: 'POST' } });
  const later = (seconds: number, body: unknown = submission()): unknown =>
    put('event.created_at', new Date(DELIVERED_AT + seconds * 1000).toISOString().replace('Z', '+00:00'))(body);
  /** The submission with every URL minted anew. */
  const minted = (seconds: number, token = (q: string) => `${q}2`): unknown =>
    JSON.parse(
      JSON.stringify(later(seconds)).replaceAll(
        /q=(\w+)&exp=(\d+)/g,
        (_match, q: string, exp: string) => `q=${token(q)}&exp=${Number(exp) + seconds}`,
      ),
    );
  const at = (seconds: number) => ({ at: DELIVERED_AT + seconds * 1000 });

  it('is kept by URLs that are minted anew', () => {
    expect(outcome(rule, [shown, resend(DELIVERED_AT + 5000), delivery(minted(6), at(6))])).toMatchObject({
      verdict: 'passed',
      passes: 1,
    });
  });

  it.each([
    ['the same URLs', later(6)],
    ['the same tokens', minted(6, (q) => q)],
    ['one old URL', edit('extra.ekyc.liveness.url', /q=.*/, `q=best&exp=${DELIVERED_AT / 1000 + 900}`)(minted(6))],
  ])('is broken by %s', (_what, body) => {
    const again = delivery(body, at(6));
    const { verdict, findings } = outcome(rule, [shown, resend(DELIVERED_AT + 5000), again]);

    expect([verdict, findings[0]?.observations]).toEqual(['failed', [again.id, shown.id]]);
  });

  it('is broken by a retry of a resend with the URLs of before', () => {
    const resent = delivery(minted(6), { ...at(6), answer: { kind: 'status', status: 503, at: DELIVERED_AT + 6000 } });
    const retry = delivery(later(8), at(8));
    const { passes, findings } = outcome(rule, [shown, resend(DELIVERED_AT + 5000), resent, retry]);

    expect([passes, findings[0]?.observations]).toEqual([1, [retry.id, shown.id]]);
  });

  const oneImage = put('extra', { ekyc: { liveness: { url } } });

  it.each([
    ['the same URLs', submission()],
    ['the same URL', oneImage(submission())],
  ])('proves nothing by %s within two seconds', (_what, body) => {
    const again = delivery(later(1, body), at(1));

    expect(outcome(rule, [delivery(body), resend(DELIVERED_AT + 500), again])).toMatchObject({
      verdict: 'not-exercised',
      reason: 'The resend carried the same URLs within two seconds: let more time pass before it.',
    });
  });

  it.each([
    ['passes without a self-check within two seconds', 1, 0],
    ['passes with a self-check after that', 6, 1],
  ])('%s', (_what, seconds, judged) => {
    const observations = [shown, resend(DELIVERED_AT + 500), delivery(minted(seconds), at(seconds))];
    const { outcomes, selfCheck } = judgeRun(
      payloadRules.filter(({ id }) => id === rule),
      observations,
      { context },
    );

    expect(selfCheck).toEqual({ judged, missed: [] });
    expect(outcomes).toMatchObject([{ verdict: 'passed', passes: 1 }]);
  });

  it('compares by the order of things where the clock stands still', () => {
    expect(outcome(rule, [shown, resend(DELIVERED_AT), delivery(later(6))])).toMatchObject({ verdict: 'failed' });
  });

  it.each([500, 503])('says nothing of a retry after %i, nor of a delivery to another receiver', (status) => {
    const failed = delivery(submission(), { answer: { kind: 'status', status, at: DELIVERED_AT + 10 } });
    const elsewhere = delivery(later(6), { ...at(6), receiver: 'second' });

    expect(outcome(rule, [failed, resend(DELIVERED_AT + 5000), delivery(later(6), at(6))]).verdict).toBe(
      'not-exercised',
    );
    expect(outcome(rule, [shown, resend(DELIVERED_AT + 5000), elsewhere]).verdict).toBe('not-exercised');
  });

  it('compares no URL that is new, and none without `q` or `exp`', () => {
    const unlimited = (body: unknown): unknown => JSON.parse(JSON.stringify(body).replaceAll(/exp=\d+/g, 'exp=soon'));
    const unsigned = (body: unknown): unknown => JSON.parse(JSON.stringify(body).replaceAll(/q=\w+&/g, ''));
    const run = (before: unknown, after: unknown) => [
      delivery(before),
      resend(DELIVERED_AT + 5000),
      delivery(after, at(6)),
    ];

    expect(outcome(rule, run(oneImage(submission()), minted(6)))).toMatchObject({ verdict: 'passed', passes: 1 });
    expect(outcome(rule, run(unsigned(submission()), unsigned(later(6)))).verdict).toBe('not-exercised');
    expect(outcome(rule, run(unlimited(submission()), minted(6))).verdict).toBe('not-exercised');
    expect(outcome(rule, run(submission(), unlimited(minted(6)))).verdict).toBe('not-exercised');
    expect(
      outcome(rule, run(submission(), put('extra', { ekyc: { liveness: { url: 'none' } } })(later(6)))).verdict,
    ).toBe('not-exercised');
  });

  it.each([
    ['a resend that is refused', { status: 403, condition: { endpoint: 'resend', method: 'POST' } }],
    ['another call', { status: 204 }],
  ] as const)('says nothing of a delivery after %s', (_what, options) => {
    const call = exchange({ at: DELIVERED_AT + 5000, ...options });

    expect(outcome(rule, [shown, call, delivery(later(6), at(6))]).verdict).toBe('not-exercised');
  });
});

describe('image.url rules', () => {
  it('take the path of the service into account, and any host where none is known', () => {
    const body = JSON.parse(JSON.stringify(submission()).replaceAll('service.example/api', 'service.example/base/api'));
    const observations = [delivery(body)];

    expect(outcome('image.url.path', observations).verdict).toBe('failed');
    expect(outcome('image.url.path', observations, { baseUrl: 'https://service.example/base' }).verdict).toBe('passed');
    expect(
      outcome('image.url.absolute-on-service-host', observations, { baseUrl: 'http://127.0.0.1:4010' }).verdict,
    ).toBe('failed');
    // Recorded traffic does not tell where the service is.
    expect(outcome('image.url.absolute-on-service-host', observations, { baseUrl: '' }).verdict).toBe('passed');
  });

  it('report each other host once, and name the gateway', () => {
    const on = (host: string) =>
      delivery(JSON.parse(JSON.stringify(submission()).replaceAll('service.example', host)) as object);
    const [first, second, third, fourth] = [
      on('10.0.0.7:8000'),
      on('service.example'),
      on('10.0.0.7:8000'),
      on('cdn.example'),
    ];

    expect(outcome('image.url.absolute-on-service-host', [first, second, third, fourth])).toMatchObject({
      passes: 1,
      findings: [
        { message: expect.stringContaining('gateway'), observations: [first.id, third.id] },
        { observations: [fourth.id] },
      ],
    });
  });
});
