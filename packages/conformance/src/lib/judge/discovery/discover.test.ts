import { edited } from '@idvkit/json';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  act,
  call,
  created,
  deliver,
  envelope,
  openResult,
  START,
  submittedResult,
} from '../../../../test/judges-exchange/build.ts';
import { goodRun } from '../../../../test/judges-exchange/good-run.ts';
import { answering } from '../../../../test/judges-exchange/judge.ts';
import type { Observation } from '../../observe/observation.ts';
import { discover, DISCOVERY_LIMIT } from './discover.ts';

/** Discoveries about one topic. */
function seen(about: string, ...observations: readonly Observation[]): readonly string[] {
  return discover(observations)
    .filter((discovery) => discovery.about === about)
    .map((discovery) => discovery.seen);
}

function delivered(path: readonly (string | number)[], value: unknown): Observation {
  const body = edited(
    { event: { nounce: 'n', type: 'submit_form', version: 1 }, ...submittedResult('s-1') },
    path,
    () => value,
  );
  return deliver('s-1', { body });
}

describe('discover()', () => {
  it('lists what gave a 400', () => {
    expect(
      seen(
        'what gives a 400',
        call('create', { status: 400, body: 'not-json' }),
        call('create', { status: 400, body: 'nested-answers' }),
        call('info', { status: 400, application: 'unknown-slug' }),
      ),
    ).toEqual([
      'POST on create with a body that is not JSON answers 400',
      'POST on create with nested answers answers 400',
      'GET on info with an unknown slug answers 400',
    ]);
  });

  it('lists which of several reasons a call was refused for, and what nobody decided', () => {
    const wrong = call('result', { status: 404, credential: 'invalid', application: 'unknown-slug' });

    expect(seen('which reason comes first', wrong)).toEqual([
      'GET on result with a wrong token, an unknown slug answers 404',
    ]);
    expect(seen('calls left open', call('info', { status: 401, credential: 'invalid' }))).toEqual([
      'GET on info of an open application with a wrong token answers 401',
    ]);
    expect(seen('calls left open', call('info', { status: 401, credential: 'unknown' }))).toEqual([]);
    expect(
      seen(
        'other methods',
        call('result', { status: 403, method: 'PUT' }),
        call('info', { status: 403, method: 'PUT' }),
      ),
    ).toEqual(['PUT answers 403 on info, result']);
  });

  it('lists the texts of 404s without what they name', () => {
    const text = 'No application f81d4fae-7dec of kyc-camera for somchai@example.com, see https://a.example/x';
    const missing = call('result', {
      slug: 'f81d4fae-7dec',
      status: 404,
      application: 'unknown-slug',
      answer: envelope(404, text),
    });

    expect(seen('text of a 404', missing)).toEqual(['result says "No application … of … for … see …"']);
    expect(seen('text of a 404', call('resend', { status: 404, answer: { detail: 'Not found.' } }))).toEqual([
      'resend says "Not found."',
    ]);
  });

  it('lists what 429 and 5xx look like', () => {
    const limited = call('result', { status: 429, answer: { detail: 'Slow down' }, headers: [['retry-after', '12']] });
    const failed = answering(call('result'), {
      status: 502,
      body: '<html>',
      headers: { 'content-type': 'text/html; charset=utf-8' },
    });

    expect(seen('body of a 429', limited)).toEqual(['429 has JSON with "detail"']);
    expect(seen('Retry-After of a 429', limited)).toEqual(['12 s']);
    expect(seen('body of a 5xx', failed)).toEqual(['502 has a body of type "text/html"']);
  });

  it('lists how retries are spaced', () => {
    expect(
      seen(
        'retry spacing',
        act('submit', 's-1'),
        deliver('s-1', { at: START + 1000, status: 500 }),
        deliver('s-1', { at: START + 61_010, status: 503 }),
        deliver('s-1', { at: START + 361_020 }),
      ),
    ).toEqual(['retry 1 about 1 minute after the 5xx', 'retry 2 about 5 minutes after the 5xx']);
  });

  it('lists when a form expired, unless somebody made it expire', () => {
    const run = [
      call('create', { status: 201, answer: created('s-1') }),
      deliver('s-1', { at: START + 86_400_000, type: 'drop_off' }),
    ];

    expect(seen('form expiry', ...run)).toEqual(['no later than 1 day after the create']);
    expect(seen('form expiry', act('expire', 's-1'), ...run)).toEqual([]);
  });

  it('lists names of keys and columns that are not shown', () => {
    expect(seen('answers beside the known ones', delivered(['answers', 'pet'], { value: 'Rex' }))).toEqual([
      '"customer_ref", "pet"',
    ]);
    expect(seen('status columns', delivered(['application', 'other_status'], { ekyc: 'pass', AML: 'Clear' }))).toEqual([
      '"AML"',
    ]);
    expect(seen('keys in extra', delivered(['extra', 'score_card'], 1))).toEqual(['"score_card"']);
    expect(seen('keys beside the known ones', delivered(['signature'], 'x'))).toEqual(['"signature"']);
    expect(seen('event types', deliver('s-1', { type: 'archive_form' }))).toEqual(['"archive_form"']);
    expect(seen('extra.bank_statement', delivered(['extra', 'bank_statement'], { pages: 1 }))).toEqual([
      'an object with "pages"',
    ]);
  });

  it('lists the pad width and how scores between the bands are called', () => {
    const scored = (score: number): Observation =>
      delivered(['extra', 'ekyc', 'face_compare'], { score, status: 'need_review' });

    expect(seen('pad width of application.no', delivered([], submittedResult('s-1')))).toEqual(['7 digits']);
    expect(seen('scores between the bands', scored(60.5), scored(61), scored(69.9))).toEqual([
      'between 60 and 61: "need_review"',
      'between 69 and 70: "need_review"',
    ]);
  });

  it('lists each thing once, and not without end', () => {
    const many = Array.from({ length: 50 }, (_, index) => deliver('s-1', { type: `type_${'a'.repeat(index)}` }));

    expect(seen('event.version', delivered([], {}), ...goodRun())).toEqual(['1']);
    expect(seen('event types', ...many)).toHaveLength(DISCOVERY_LIMIT);
  });

  it('tells no value of anybody', () => {
    const sentinel = 'Wisuttharom7781234';
    const planted = goodRun().map((observation): Observation => {
      if (observation.kind === 'delivery') {
        const { json } = observation.request.body;
        const body = edited(json, ['answers', 'document_number'], () => ({ value: sentinel }));
        return deliver(observation.slug ?? '', {
          id: observation.id,
          body: edited(body, ['extra', sentinel], () => 1),
        });
      }
      if (observation.kind !== 'exchange' || observation.response === undefined) return observation;
      const { json } = observation.response.body;
      return answering(observation, { body: edited(json, ['error', 'detail'], () => `No ${sentinel} here`) });
    });

    expect(JSON.stringify(discover(planted))).not.toContain(sentinel);
    expect(discover(planted).length).toBeGreaterThan(5);
  });

  it('takes whatever was observed', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(200, 400, 404, 429, 500), (body, status) => {
        const run = [call('result', { status, answer: body }), deliver('s-1', { body })];

        expect(discover(run)).toBeInstanceOf(Array);
      }),
    );
    expect(discover([call('result', { answer: openResult('s-1') })])).toEqual([
      { about: 'pad width of application.no', seen: '7 digits', observation: 'result' },
    ]);
  });
});
