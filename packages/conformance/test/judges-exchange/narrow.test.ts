import { describe, expect, it } from 'vitest';

import type { Observation } from '../../src/lib/observe/observation.ts';
import {
  act,
  call,
  created,
  deliver,
  envelope,
  info,
  observe,
  openResult,
  START,
  submittedResult,
  type CallOptions,
} from './build.ts';
import { goodRun } from './good-run.ts';
import { answering, outcome, withVerdict } from './judge.ts';

const SLUG = 's-1';
const at = (seconds: number): number => START + seconds * 1000;
const SUBMITTED = { application: 'submitted', slug: SLUG } as const;

function findings(...observations: readonly Observation[]): readonly string[] {
  return withVerdict(observations, 'failed', 'warned');
}

/** The result of an application with some members of it put in other words. */
function resultWith(application: object): object {
  const result = openResult(SLUG) as { application: object };
  return { ...result, application: { ...result.application, ...application } };
}

describe('create.state.incomplete', () => {
  const create = call('create', { id: 'create', status: 201, answer: created(SLUG) });

  it('is about the application as it was created, not as it was submitted', () => {
    const run = [
      create,
      act('submit', SLUG, at(1)),
      call('result', { ...SUBMITTED, id: 'result', at: at(2), answer: submittedResult(SLUG) }),
    ];

    expect(outcome('create.state.incomplete', run).verdict).toBe('not-exercised');
  });

  it.each([
    ['status', resultWith({ status: 'expired' }), 'incomplete'],
    ['submitted_at', resultWith({ submitted_at: '2026-01-05T03:00:00+00:00' }), null],
  ])('says what is wrong with %s', (member, answer, expected) => {
    const [finding] = outcome('create.state.incomplete', [create, call('result', { at: at(1), answer })]).findings;

    expect(finding).toMatchObject({ path: ['application', member], expected });
  });
});

describe('submit.camera-flow.unchanged', () => {
  it('finds a submitted_at beside a status that stayed', () => {
    const refused = { ekyc_document: ['is required'] };
    const run = [
      call('submit', { id: 'submit', status: 422, answer: refused }),
      call('result', { at: at(1), answer: resultWith({ submitted_at: '2026-01-05T03:00:00+00:00' }) }),
    ];

    expect(outcome('submit.camera-flow.unchanged', run).findings).toMatchObject([
      { path: ['application', 'submitted_at'], expected: null },
    ]);
  });
});

describe('info.submitted.no-token-refused', () => {
  const read = (options: CallOptions): Observation => call('info', { ...SUBMITTED, ...options });

  it('leaves the other calls on info alone', () => {
    const run = [
      read({ credential: 'other-scheme', status: 403, answer: envelope(403) }),
      read({ credential: 'absent', locale: 'unrecognised', status: 302, headers: [['location', '/base/en/']] }),
      read({ credential: 'absent', method: 'HEAD' }),
      call('info', { credential: 'absent', answer: info() }),
      read({ answer: info(true) }),
    ];

    expect(outcome('info.submitted.no-token-refused', run)).toMatchObject({ verdict: 'not-exercised', failures: 0 });
  });

  it.each([
    ['absent', 401, 'failed'],
    ['absent', 400, 'not-exercised'],
    ['absent', 404, 'passed'],
    ['invalid', 403, 'failed'],
    ['invalid', 405, 'not-exercised'],
    ['invalid', 404, 'passed'],
    ['other-scheme', 403, 'not-exercised'],
  ] as const)('with a credential that is %s, answered with %i: %s', (credential, status, verdict) => {
    const run = [read({ id: 'served', answer: info(true) }), read({ credential, status, answer: envelope(status) })];

    expect(outcome('info.submitted.no-token-refused', run).verdict).toBe(verdict);
  });

  it('is not kept by a failure', () => {
    const run = [read({ id: 'served', answer: info(true) }), read({ credential: 'absent', status: 500, answer: {} })];

    expect(outcome('info.submitted.no-token-refused', run).verdict).toBe('not-exercised');
  });
});

describe('auth.no-leak', () => {
  const seen = call('result', { ...SUBMITTED, id: 'seen', answer: submittedResult(SLUG) });
  const refused = (detail: string, options: CallOptions = {}): Observation =>
    call('result', { ...SUBMITTED, credential: 'absent', status: 403, answer: envelope(403, detail), ...options });

  it.each(['สมชาย', 'COK000004711', '1101700230708', 'Jaidee'])('finds %s', (value) => {
    expect(outcome('auth.no-leak', [seen, refused(`About ${value}.`)]).verdict).toBe('failed');
  });

  it('takes no part of a value for the value', () => {
    expect(outcome('auth.no-leak', [seen, refused('About Jaide and aidee.')]).verdict).toBe('passed');
  });

  it('finds a value that is written in ASCII', () => {
    const call = answering(seen, { status: 403, body: undefined });
    const text = new TextEncoder().encode('{"detail":"\\u0e2a\\u0e21\\u0e0a\\u0e32\\u0e22"}');
    const response = call.response && {
      ...call.response,
      body: { bytes: text, size: text.length, truncated: false, json: undefined },
    };

    expect(outcome('auth.no-leak', [seen, { ...call, id: 'ascii', ...(response && { response }) }]).verdict).toBe(
      'failed',
    );
  });

  it('finds a number, and takes no object for a text', () => {
    const answers = { age: { value: 47_110 }, home: { value: { city: 'Bangkok' } } };
    const numbered = call('result', { ...SUBMITTED, id: 'seen', answer: { ...submittedResult(SLUG), answers } });

    expect(outcome('auth.no-leak', [numbered, refused('About 47110.')]).verdict).toBe('failed');
    expect(outcome('auth.no-leak', [numbered, refused('An [object Object].')]).verdict).toBe('passed');
  });

  it.each([[[]], [['error']], [['error', 'detail']], [['detail']], [['data']]])(
    'finds a part of the result in %j',
    (place) => {
      const answer = place.reduceRight<object>((inner, key) => ({ [key]: inner }), { extra: { ekyc: 1 } });
      const run = [seen, call('result', { ...SUBMITTED, credential: 'absent', status: 403, answer })];

      expect(outcome('auth.no-leak', run).findings).toMatchObject([{ path: [...place, 'extra'] }]);
    },
  );

  it('does not mind words that mean nothing', () => {
    expect(outcome('auth.no-leak', [seen, refused('No front_card, THA, Mr. or passport for M')]).verdict).toBe(
      'passed',
    );
  });

  it('needs something that could leak', () => {
    const gone = { application: 'deleted', credential: 'valid', status: 404, answer: envelope(404) } as const;

    const bare = call('result', { ...SUBMITTED, answer: { application: { slug: SLUG }, answers: {}, extra: {} } });

    expect(outcome('auth.no-leak', [refused('No')]).verdict).toBe('not-exercised');
    expect(outcome('auth.no-leak', [bare, refused('No')]).verdict).toBe('not-exercised');
    expect(outcome('auth.no-leak', [seen, call('result', { slug: SLUG, ...gone })]).verdict).toBe('not-exercised');
  });
});

describe('auth.never-405', () => {
  it('is kept by calls with other methods alone, and not by failures', () => {
    const served = call('result', { id: 'served', slug: SLUG, answer: openResult(SLUG) });
    const put = (status: number): Observation => call('result', { method: 'PUT', status });

    expect(outcome('auth.never-405', [served]).verdict).toBe('not-exercised');
    expect(outcome('auth.never-405', [served, put(500)]).verdict).toBe('not-exercised');
    expect(outcome('auth.never-405', [served, put(404)]).verdict).toBe('passed');
    expect(outcome('auth.never-405', [served, put(405)]).findings).toMatchObject([{ actual: 405 }]);
  });
});

describe('auth.refused.no-effect', () => {
  it('does not put a change down to a refused call that another one may have made', () => {
    const before = call('result', { id: 'before', at: START, flow: 'plain', answer: openResult(SLUG) });
    const refused = call('submit', {
      at: at(2),
      flow: 'plain',
      credential: 'absent',
      status: 403,
      answer: envelope(403),
    });
    const after = call('result', { id: 'after', at: at(3), flow: 'plain', answer: resultWith({ status: 'complete' }) });
    const resend = call('resend', { id: 'resend', at: at(1), flow: 'plain', status: 204 });

    expect(outcome('auth.refused.no-effect', [before, refused, after]).verdict).toBe('failed');
    expect(outcome('auth.refused.no-effect', [before, resend, refused, after]).verdict).toBe('not-exercised');
  });

  it('does not put a delivery down to a refused call right after a resend', () => {
    const run = [
      observe(SLUG),
      call('resend', { id: 'resend', slug: SLUG, status: 204, at: at(1) }),
      call('resend', { id: 'refused', slug: SLUG, credential: 'absent', status: 403, at: at(2) }),
      deliver(SLUG, { at: at(3) }),
    ];

    expect(outcome('auth.refused.no-effect', run).failures).toBe(0);
    expect(outcome('resend.never-submitted.no-delivery', run).verdict).toBe('failed');
  });
});

describe('rules about bodies of errors', () => {
  it('are not kept by what is no JSON', () => {
    const page = call('result', { credential: 'absent', status: 403, headers: [['content-type', 'application/json']] });
    const text = answering(page, { body: 'Forbidden', headers: { 'content-type': 'application/json' } });

    expect(outcome('error.content-type.json', [page, text]).verdict).toBe('not-exercised');
  });

  it('are not kept by an error that nobody called for', () => {
    const unasked = call('result', { status: 403, answer: envelope(403) });

    expect(outcome('error.403.detail', [unasked]).verdict).toBe('not-exercised');
  });

  it('find messages that are not all texts', () => {
    const mixed = { status: 422, body: 'bad-format', answer: envelope(422, { nid: ['is bad', 1] }) } as const;

    expect(outcome('create.422.detail-map', [call('create', mixed)]).verdict).toBe('failed');
  });
});

describe('rules about locales', () => {
  const inThai = call('result', { id: 'thai', lang: 'th', slug: SLUG, status: 404, answer: envelope(404) });
  const served = call('result', { id: 'served', slug: SLUG, answer: openResult(SLUG) });

  it('blame the locale only where the same endpoint works in the default one', () => {
    const elsewhere = call('info', { id: 'elsewhere', slug: SLUG, answer: info() });

    expect(outcome('locale.platform.accepted', [served, inThai])).toMatchObject({
      verdict: 'failed',
      findings: [{ observations: ['thai', 'served'] }],
    });
    expect(outcome('locale.platform.accepted', [inThai])).toMatchObject({
      verdict: 'not-exercised',
      reason: 'The result endpoint was not seen to work in the default locale either.',
    });
    expect(outcome('locale.platform.accepted', [elsewhere, inThai])).toMatchObject({
      verdict: 'not-exercised',
      failures: 0,
    });
  });

  it('call no locale an outsider where the locales of the form are not known', () => {
    const inGerman = call('result', { id: 'german', lang: 'de', slug: SLUG, answer: openResult(SLUG) });
    const listing = call('info', { id: 'listing', slug: SLUG, answer: info() });

    expect(outcome('locale.outside-form-subset.accepted', [inGerman]).verdict).toBe('not-exercised');
    expect(outcome('locale.outside-form-subset.accepted', [inGerman, listing]).passes).toBe(1);
  });
});

describe('locale.unknown.location', () => {
  it.each(['', '/other', '/base'])('takes the prefix %j from the call', (prefix) => {
    const url = `https://service.example${prefix}/xx/api/forms/kyc-camera/applied-forms/s-1/result/`;
    const leadingTo = (location: string): Observation =>
      call('result', { locale: 'unrecognised', lang: 'xx', url, status: 302, headers: [['location', location]] });

    expect(outcome('locale.unknown.location', [leadingTo(`${prefix}/en/xx/`)]).verdict).toBe('passed');
    for (const location of ['/en-GB/', `/x${prefix}/en/`, `/x${prefix.slice(2)}/en/`]) {
      expect(outcome('locale.unknown.location', [leadingTo(location)]).findings).toMatchObject([
        { expected: `${prefix}/en/…`, actual: location },
      ]);
    }
  });
});

describe('locale.unknown.location, of a call whose URL does not show the prefix', () => {
  it('takes that of the service', () => {
    const headers = [['location', '/base/en/']] as const;
    const url = 'https://service.example/base/xx/';
    const redirect = call('result', { locale: 'unrecognised', lang: 'xx', url, status: 302, headers });

    expect(outcome('locale.unknown.location', [redirect]).verdict).toBe('passed');
  });
});

describe('locale.unknown.does-not-resolve', () => {
  it.each([[[]], [[['location', '']]]] as const)('needs a redirect that leads somewhere: %j', (headers) => {
    const leading = call('result', { id: 'first', locale: 'unrecognised', lang: 'xx', status: 302, headers });
    const repeated = call('result', { id: 'again', locale: 'unrecognised', lang: 'xx', answer: openResult(SLUG) });

    expect(outcome('locale.unknown.does-not-resolve', [leading, repeated]).verdict).toBe('not-exercised');
  });
});

describe('result.open.empty', () => {
  it.each(['open', 'expired'] as const)('names the members that are there: %s', (application) => {
    const read = call('result', { application, answer: { ...openResult(SLUG), answers: { b: 1, a: 2 }, extra: 7 } });

    expect(outcome('result.open.empty', [read]).findings).toMatchObject([
      { path: ['answers'], expected: {}, actual: ['a', 'b'] },
      { path: ['extra'], expected: {}, actual: 'number' },
    ]);
  });
});

describe('result.equals-webhook', () => {
  it.each([
    ['passed', ['change-status', 'submit']],
    // Only status columns may differ then.
    ['passed', ['submit', 'change-status']],
    ['not-exercised', ['submit', 'expire']],
  ] as const)('is %s after %j', (verdict, [first, second]) => {
    const run = [
      act(first, SLUG, START, 'first'),
      act(second, SLUG, at(1), 'second'),
      deliver(SLUG, { at: at(2) }),
      call('result', { ...SUBMITTED, at: at(3), answer: submittedResult(SLUG) }),
    ];

    expect(outcome('result.equals-webhook', run).verdict).toBe(verdict);
  });
});

describe('create.422.names-bad-key', () => {
  it('lists keys in their order by text', () => {
    const answer = envelope(422, { d: ['is bad'], c: ['is bad'] });
    const call422 = call('create', { status: 422, body: 'bad-format', badKeys: ['b', 'a'], answer });

    expect(outcome('create.422.names-bad-key', [call422]).findings).toMatchObject([
      { expected: ['a', 'b'], actual: ['c', 'd'] },
    ]);
  });
});

describe('create.status.201', () => {
  it('finds a refusal although the credit is not known', () => {
    const refused = call('create', { credit: 'unknown', status: 400, answer: envelope(400) });

    expect(outcome('create.status.201', [refused]).findings).toMatchObject([{ expected: [201, 461], actual: 400 }]);
  });
});

describe('submit.plain-flow.200-empty', () => {
  it('finds a redirect by its status, not by its body', () => {
    const redirected = call('submit', { flow: 'plain', body: 'valid-answers', status: 300, answer: { choices: [] } });

    expect(outcome('submit.plain-flow.200-empty', [redirected]).findings).toMatchObject([
      { expected: 200, actual: 300 },
    ]);
  });
});

describe('rules about redeliveries', () => {
  const submitted = [observe(SLUG, { until: at(3600) }), act('submit', SLUG)];
  const resend = (seconds: number): Observation =>
    call('resend', { ...SUBMITTED, id: `resend-${seconds}`, at: at(seconds), status: 204 });

  it('leave status columns aside that an operator changed meanwhile', () => {
    const { application, ...rest } = submittedResult(SLUG) as { application: object };
    const changed = { ...rest, application: { ...application, other_status: { ekyc: 'pass', aml: 'Clear' } } };
    const event = { nounce: 'n', type: 'submit_form', version: 1, created_at: '2026-01-05T03:05:01+00:00' };
    const again = deliver(SLUG, { id: 'd2', at: at(301), body: { event, ...changed } });
    const run = [...submitted, deliver(SLUG, { id: 'd1', at: at(1) }), resend(300), again];

    expect(findings(...run)).toEqual(['resend.same-content']);
    expect(findings(...run, act('change-status', SLUG, at(200)))).toEqual([]);
  });

  it.each([
    [1000, []],
    [1001, ['resend.new-created-at']],
  ])('let a resend %d ms later carry the same second', (ms, rules) => {
    const event = { nounce: 'n', type: 'submit_form', version: 1, created_at: '2026-01-05T03:00:01.000+00:00' };
    const first = deliver(SLUG, { id: 'd1', at: at(1) });
    const again = deliver(SLUG, { id: 'd2', at: at(1) + ms, body: { event, ...submittedResult(SLUG) } });

    expect(findings(...submitted, first, { ...resend(1), at: at(1) + 500 }, again)).toEqual(rules);
  });

  it.each(['resend.same-content', 'resend.new-nounce', 'resend.new-created-at'] as const)(
    'compare nothing while no submission was seen: %s',
    (rule) => {
      const event = { nounce: 'n', type: 'submit_form', version: 1, created_at: '2026-01-05T03:00:11+00:00' };
      const withoutApplication = deliver(SLUG, { at: at(11), body: { event } });

      expect(outcome(rule, [...submitted, resend(10), withoutApplication]).verdict).toBe('not-exercised');
    },
  );

  it('begin anew once four deliveries have failed', () => {
    const failed = [1, 2, 3, 4].map((seconds) => deliver(SLUG, { id: `d${seconds}`, at: at(seconds), status: 500 }));
    const run = [...submitted, ...failed, resend(10), deliver(SLUG, { id: 'again', at: at(11), status: 404 })];

    expect(outcome('delivery.4xx.not-retried', run).verdict).toBe('passed');
    expect(outcome('delivery.4xx.not-retried', run.toSpliced(-3, 1)).verdict).toBe('not-exercised');
  });

  it('take a delivery that nobody closed for held for 30 s', () => {
    const held = deliver(SLUG, { id: 'held', at: at(1), answer: { kind: 'none' } });
    const again = (seconds: number): Observation => deliver(SLUG, { id: 'again', at: at(seconds) });

    expect(findings(...submitted, held, again(20))).toEqual([]);
    expect(findings(...submitted, held, again(40))).toEqual(['delivery.timeout.not-retried']);
  });
});

describe('documented statuses', () => {
  it('are not asked of failures, of other methods, or of limits', () => {
    const served = goodRun().filter(({ id }) => id === 'result-open');
    const odd = [
      call('result', { status: 500, id: '500' }),
      call('result', { status: 503, id: '503' }),
      call('result', { status: 429, id: '429' }),
      call('result', { status: 418, id: '418', method: 'PATCH' }),
      call('result', { status: 405, id: '405' }),
    ];

    expect(outcome('result.status.documented', [...served, ...odd])).toMatchObject({ verdict: 'passed', failures: 0 });
    expect(outcome('result.status.documented', [...served, call('result', { status: 418 })]).verdict).toBe('failed');
  });
});
