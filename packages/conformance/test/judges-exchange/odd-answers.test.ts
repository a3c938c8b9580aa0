import { describe, expect, it } from 'vitest';

import type { Observation } from '../../src/lib/observe/observation.ts';
import { act, call, created, envelope, info, openResult, START, submittedResult } from './build.ts';
import { answering, outcome, withVerdict } from './judge.ts';

const SLUG = 's-1';
const at = (seconds: number): number => START + seconds * 1000;
const SUBMITTED = { application: 'submitted', slug: SLUG } as const;

/** Ids of the rules that find something in observations. */
function findings(...observations: readonly Observation[]): readonly string[] {
  return withVerdict(observations, 'failed', 'warned');
}

describe('answers that are odd and right', () => {
  it('are refusals in the words of the service', () => {
    expect(
      findings(
        call('result', { id: 'served', slug: SLUG, answer: openResult(SLUG) }),
        call('result', {
          slug: 'x',
          application: 'unknown-slug',
          status: 404,
          answer: envelope(404, 'Nichts gefunden'),
        }),
        call('info', { ...SUBMITTED, credential: 'absent', status: 404, answer: envelope(404) }),
        call('result', { slug: 'x', application: 'deleted', credential: 'absent', status: 403, answer: envelope(403) }),
        call('create', { status: 461, credit: 'unknown', answer: envelope(461) }),
        call('create', { status: 422, body: 'nested-answers', answer: envelope(422, { full_name: ['is no text'] }) }),
        call('create', { status: 400, body: 'nested-answers', answer: envelope(400) }),
      ),
    ).toEqual([]);
  });

  it('are bodies of 429 and 5xx of any kind', () => {
    const any = call('result', { slug: SLUG, application: 'unknown' });

    expect(
      findings(
        answering(any, { status: 429, body: '<html>', headers: {} }),
        answering(any, { status: 503, body: { error: 'down' }, headers: { 'content-type': 'text/plain' } }),
      ),
    ).toEqual([]);
  });

  it('are a created application with an info at another address of the service', () => {
    const answer = {
      ...created(SLUG),
      info: `https://public.example/th/api/forms/kyc-camera/applied-forms/${SLUG}/info/`,
    };

    expect(findings(call('create', { status: 201, answer }))).toEqual([]);
    expect(outcome('create.info.absolute', [call('create', { status: 201, answer })]).verdict).toBe('passed');
  });

  it('are results that an operator changed between two reads', () => {
    const later = { ...submittedResult(SLUG), application: { ...openResult(SLUG), slug: SLUG, status: 'complete' } };

    expect(
      findings(
        call('result', { ...SUBMITTED, id: 'one', at: at(1), answer: submittedResult(SLUG) }),
        act('change-status', SLUG, at(2)),
        call('result', { ...SUBMITTED, id: 'other', at: at(3), answer: later }),
      ),
    ).toEqual([]);
  });

  it('are redirects to any host, as long as the default locale comes first', () => {
    const redirect = (location: string): Observation =>
      call('info', { lang: 'xx', locale: 'unrecognised', status: 302, headers: [['location', location]] });

    for (const location of ['/base/en/', 'https://www.example/base/en/xx/api/', '/base/en?from=xx', '/base/en']) {
      expect(outcome('locale.unknown.location', [redirect(location)]).verdict, location).toBe('passed');
    }
    for (const location of ['/en/', '/base/xx/', '/base/english/', '', 'https://[', '/base/']) {
      expect(outcome('locale.unknown.location', [redirect(location)]).verdict, location).toBe('failed');
    }
  });

  it('reports redirects without the path prefix once, and names the gateway', () => {
    const redirects = ['/en/xx/', '/en/yy/', '/base/en/', '/en/zz/'].map((location, index) =>
      call('info', {
        id: `x${index}`,
        lang: 'xx',
        locale: 'unrecognised',
        status: 302,
        headers: [['location', location]],
      }),
    );

    expect(outcome('locale.unknown.location', redirects)).toMatchObject({
      passes: 1,
      findings: [
        { message: expect.stringContaining('gateway'), observations: ['x0', 'x1', 'x3'], expected: '/base/en/…' },
      ],
    });
  });

  it('are infos of any size that is not far off', () => {
    const sized = (bytes: number): Observation =>
      call('info', { answer: { ...info(), translations: 'x'.repeat(bytes) } });

    expect(
      [10_000, 20_000, 57_000, 160_000, 180_000].map(
        (bytes) => outcome('info.size.about-57-kb', [sized(bytes)]).verdict,
      ),
    ).toEqual(['warned', 'passed', 'passed', 'passed', 'warned']);
  });
});
