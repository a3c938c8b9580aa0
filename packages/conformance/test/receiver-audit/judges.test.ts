import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { judgeAll } from '../../src/lib/judge/rule/judge-all.ts';
import type { RuleOutcome } from '../../src/lib/judge/rule/rule-outcome.ts';
import { receiverRules } from '../../src/lib/judge/rules/receiver.ts';
import { emptyBody } from '../../src/lib/observe/message-body.ts';
import type { Exchange, Observation, SentDelivery, SentTrait } from '../../src/lib/observe/observation.ts';
import { RUNS } from '../judges-changed/runs.ts';

const TRAITS: SentTrait[] = ['lifecycle', 'unknown-type', 'sparse', 'duplicate', 'out-of-order', 'large'];
const context = { clockSkewSeconds: 60, inputParameters: {}, requireHttps: false };

const sent: fc.Arbitrary<SentDelivery> = fc
  .record({
    secret: fc.constantFrom('own' as const, 'own' as const, 'wrong' as const, 'near' as const, 'absent' as const),
    traits: fc.subarray(TRAITS, { maxLength: 2 }),
    body: fc.constantFrom('delivery' as const, 'delivery' as const, 'not-json' as const),
    stage: fc.constantFrom('start' as const, 'under-way' as const, 'end' as const),
    late: fc.boolean(),
  })
  .map(({ late, ...rest }) => ({ what: 'a delivery', ...rest, ...(late ? { timedOut: true as const } : {}) }));

const exchange: fc.Arbitrary<Exchange> = fc
  .record({
    sent,
    status: fc.option(fc.constantFrom(200, 204, 307, 400, 401, 403, 413, 422, 500)),
    again: fc.boolean(),
  })
  .map(({ sent, status, again }) => ({
    kind: 'exchange',
    id: 'x',
    at: 0,
    condition: {
      endpoint: 'receiver',
      method: 'POST',
      locale: 'none',
      credential: 'unknown',
      application: 'none',
      flow: 'unknown',
      body: 'unknown',
      credit: 'unknown',
    },
    request: { method: 'POST', url: 'http://127.0.0.1/', headers: [], body: emptyBody },
    ...(status === null || sent.timedOut === true
      ? { failure: 'reset' }
      : { response: { status, headers: [], body: emptyBody, durationMs: 1 } }),
    sent,
    ...(again ? { repeated: true } : {}),
  }));

const effects: fc.Arbitrary<Observation> = fc.record({
  kind: fc.constant('effects' as const),
  id: fc.constant('e'),
  at: fc.constant(0),
  shows: fc.constantFrom('once' as const, 'again' as const, 'at-once' as const),
  before: fc.double(),
  after: fc.double(),
  submissions: fc.nat(3),
  deliveries: fc.subarray(['x', 'y']),
});

const anyRun = fc
  .array(fc.oneof({ weight: 6, arbitrary: exchange }, effects), { maxLength: 20 })
  .map((run): readonly Observation[] => run.map((each, index) => ({ ...each, id: `${each.id}${index}` })));

describe('judges of receivers', () => {
  it('judge any observations without throwing, and pass nothing without evidence', () => {
    fc.assert(
      fc.property(anyRun, (run) => {
        for (const { verdict, evidence } of judgeAll(receiverRules, run, context)) {
          expect(evidence.length > 0).toBe(verdict !== 'not-exercised');
        }
      }),
    );
  });

  it('say nothing about calls to a service', () => {
    fc.assert(
      fc.property(fc.array(exchange, { maxLength: 10 }), (run) => {
        const calls = run.map((delivered) => {
          const { sent: _, ...call } = delivered;
          return call;
        });
        expect(judgeAll(receiverRules, calls, context).filter(({ verdict }) => verdict !== 'not-exercised')).toEqual(
          [],
        );
      }),
    );
  });

  it('blame no trait where plain submissions are refused', () => {
    fc.assert(
      fc.property(anyRun, (run) => {
        const refusing = run.filter(
          (each) => each.kind !== 'exchange' || each.sent?.traits.length !== 0 || (each.response?.status ?? 500) > 299,
        );
        const broken = judgeAll(receiverRules, refusing, context).filter((outcome) => outcome.failures > 0);
        for (const { rule } of broken) expect(rule.id).not.toMatch(/accepted|ignored|any-case|acknowledged|survives/);
      }),
    );
  });
});

/** What a rule says of the run of a correct receiver, with changes. */
function outcomeOf(id: string, change: (exchange: Exchange) => readonly Observation[]): Partial<RuleOutcome> {
  const rules = receiverRules.filter((rule) => rule.id === id);
  const run = RUNS['received']?.flatMap((each) => (each.kind === 'exchange' ? change(each) : [each])) ?? [];
  return judgeAll(rules, run, context)[0] ?? {};
}

describe('receiver.large-body.accepted', () => {
  it.each([
    [1_000_000, 'Not seen for: megabytes, tens of megabytes (--max-body).'],
    [2_000_000, 'Not seen for: tens of megabytes (--max-body).'],
    [20_000_000, 'Not seen for: megabytes.'],
  ])('says what a delivery of %d bytes leaves out', (size, reason) => {
    const sized = outcomeOf('receiver.large-body.accepted', (exchange) => [
      { ...exchange, request: { ...exchange.request, body: { ...emptyBody, size } } },
    ]);

    expect(sized).toMatchObject({ verdict: 'passed', reason });
  });
});

describe('receiver.refuses-malformed', () => {
  it('needs a delivery after the one that is malformed', () => {
    const later = new Set(['plain', 'at-last']);
    const ended = outcomeOf('receiver.refuses-malformed', (exchange) => (later.has(exchange.id) ? [] : [exchange]));

    expect(ended).toMatchObject({ verdict: 'not-exercised', reason: 'A run that continues after it.' });
  });
});
