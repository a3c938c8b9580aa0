import { RULE_IDS } from '@idvkit/schema/rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { runsOf } from '../../../../tools/testing/sample.ts';
import { endpointPath } from '../../src/lib/drive/calls/service-calls.ts';
import { SERVICE_ENDPOINTS } from '../../src/lib/observe/condition.ts';
import { emptyBody, messageBody, type MessageBody } from '../../src/lib/observe/message-body.ts';
import type { Exchange, HeaderList, Observation } from '../../src/lib/observe/observation.ts';
import { json } from '../judges-payload/observe.ts';
import { deliver, START, submittedResult } from './build.ts';
import { allConditions, ordinaryCall } from './conditions.ts';
import { goodRun } from './good-run.ts';
import { answering, exchangeRules, outcomes, withVerdict } from './judge.ts';

const conditions = allConditions();

const odd: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...goodRun().map(bodyOf)) },
  { weight: 1, arbitrary: fc.jsonValue() },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      null,
      [],
      { detail: { slug: '' } },
      { error: [] },
      { error: { detail: [] } },
      { application: [], answers: null, extra: 1 },
      { data: { id: '1', application: null } },
      { detail: { slug: 's-1', form: 1 }, info: 'http://[', form_url: 'x:' },
    ),
  },
);

function bodyOf(observation: Observation): unknown {
  if (observation.kind === 'exchange') return observation.response?.body.json;
  return observation.kind === 'delivery' ? observation.request.body.json : undefined;
}

const body: fc.Arbitrary<MessageBody> = fc.oneof(
  odd.map(json),
  fc.uint8Array().map((bytes) => messageBody(bytes)),
  fc.uint8Array({ maxLength: 8 }).map((bytes) => messageBody(bytes, 1_000_000)),
  fc.constant(emptyBody),
);

const headers: fc.Arbitrary<HeaderList> = fc.array(
  fc.tuple(fc.constantFrom('Location', 'content-type', 'Retry-After'), fc.oneof(fc.string(), fc.webUrl())),
  { maxLength: 2 },
);

const time = fc.integer({ min: START, max: START + 100_000 });
const slug = fc.constantFrom('s-1', 's-2', '__proto__');

const anyExchange: fc.Arbitrary<Observation> = fc
  .record({
    at: time,
    // An index, as there are too many to pass as arguments.
    condition: fc.nat(conditions.length - 1).map((index) => conditions[index] ?? ordinaryCall({ endpoint: 'create' })),
    slug,
    url: fc.oneof(
      fc.string(),
      fc
        .constantFrom(...SERVICE_ENDPOINTS)
        .map((endpoint) => endpointPath(endpoint, { lang: 'en', formSlug: 'f', slug: 's-1' })),
    ),
    status: fc.constantFrom(200, 201, 204, 302, 400, 401, 403, 404, 405, 422, 429, 461, 500, 599),
    answered: fc.boolean(),
    sent: body,
    body,
    headers,
    repeated: fc.boolean(),
  })
  .map(({ at, condition, slug, url, status, answered, sent, body, headers, repeated }) => ({
    kind: 'exchange',
    id: 'x',
    at,
    condition,
    slug,
    request: { method: condition.method, url, headers: [], body: sent },
    ...(answered ? { response: { status, headers, body, durationMs: 1 } } : { failure: 'reset' }),
    ...(repeated && { repeated }),
  }));

const anyDelivery: fc.Arbitrary<Observation> = fc
  .record({
    at: time,
    slug,
    body,
    status: fc.option(fc.integer({ min: 100, max: 599 })),
    receiver: fc.constantFrom('a', 'b'),
  })
  .map(({ at, slug, body, status, receiver }) => ({
    ...deliver(slug, { at, receiver, answer: status === null ? { kind: 'none' } : { kind: 'status', status, at } }),
    request: { method: 'POST', url: '', headers: [], body },
  }));

const anyOther: fc.Arbitrary<Observation> = fc.oneof(
  fc.record({
    kind: fc.constant('action' as const),
    id: fc.constant('a'),
    at: time,
    action: fc.constantFrom('submit', 'expire', 'delete', 'change-status'),
    slug,
  }),
  fc.record({
    kind: fc.constant('watch' as const),
    id: fc.constant('w'),
    at: time,
    until: time,
    slug,
    receivers: fc.subarray(['a', 'b']),
  }),
  fc.record({
    kind: fc.constant('credit' as const),
    id: fc.constant('c'),
    at: time,
    before: fc.double(),
    after: fc.double(),
    creates: fc.constant(['x']),
  }),
);

const anyRun = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: anyExchange },
    { weight: 2, arbitrary: anyDelivery },
    { weight: 1, arbitrary: anyOther },
  ),
  { maxLength: 30 },
);

describe('judges of exchanges and deliveries', () => {
  it('judge any observations without throwing', () => {
    fc.assert(
      fc.property(anyRun, (run) => {
        expect(outcomes(run)).toHaveLength(exchangeRules.length);
      }),
      { numRuns: runsOf(500) },
    );
  });

  it('judge bodies that nest very deep without throwing', () => {
    const deep = messageBody(new TextEncoder().encode(`${'{"application":'.repeat(50_000)}1${'}'.repeat(50_000)}`));
    const run = goodRun().map((observation) => {
      if (observation.kind === 'exchange' && observation.response) {
        return { ...observation, response: { ...observation.response, body: deep } };
      }
      return observation.kind === 'delivery'
        ? { ...observation, request: { ...observation.request, body: deep } }
        : observation;
    });

    expect(outcomes(run)).toHaveLength(exchangeRules.length);
  });

  it('pass nothing that was not observed', () => {
    expect(withVerdict([], 'passed', 'failed', 'warned')).toEqual([]);
  });

  it('find every 401 that should be a 403, and every 403 that should be a 401', () => {
    const swapped = goodRun().filter(
      (observation): observation is Exchange =>
        observation.kind === 'exchange' &&
        (observation.response?.status === 401 || observation.response?.status === 403),
    );
    const unspecified = swapped.filter(({ condition }) => condition.method === 'DELETE').map(({ id }) => id);

    for (const { id, response } of swapped) {
      const run = goodRun().map((observation) =>
        observation.id === id && observation.kind === 'exchange'
          ? answering(observation, { status: response?.status === 401 ? 403 : 401 })
          : observation,
      );
      const found = withVerdict(run, 'failed', 'warned').filter((rule) => !rule.startsWith('error.'));

      expect({ id, found: found.length > 0 }).toEqual({ id, found: !unspecified.includes(id) });
    }
    expect(swapped.length).toBeGreaterThan(20);
  });

  it('say nothing against a service that adds keys, columns and headers', () => {
    const more = goodRun().map((observation) => {
      if (observation.kind !== 'exchange' || observation.response === undefined) return observation;
      const { json } = observation.response.body;
      if (typeof json !== 'object' || json === null || observation.response.status >= 400) return observation;
      return answering(observation, {
        body: { ...json, added: [1] },
        headers: { 'content-type': 'application/json;charset=utf-8', 'x-more': '1', ...locationOf(observation) },
      });
    });

    expect(withVerdict(more, 'failed', 'warned')).toEqual([]);
    expect(withVerdict(more, 'passed')).toHaveLength(exchangeRules.length);
    expect(RULE_IDS.length).toBeGreaterThan(exchangeRules.length);
  });

  it('do not mind what comes to a receiver beside', () => {
    const unknown = deliver('plain', { id: 'unknown', at: START + 12_000, type: 'archive_form' });
    const status = deliver('plain', {
      id: 'status',
      at: START + 13_000,
      type: 'update_status',
      body: { event: { type: 'update_status', nounce: 'u' }, ...submittedResult('plain') },
    });

    expect(withVerdict([...goodRun(), unknown], 'failed', 'warned')).toEqual([]);
    expect(withVerdict([...goodRun(), status], 'failed', 'warned')).toEqual([]);
  });
});

function locationOf({ response }: Exchange): Record<string, string> {
  return Object.fromEntries(response?.headers.filter(([name]) => name === 'Location') ?? []);
}
