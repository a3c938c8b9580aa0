import { describe, expect, it, type TestContext } from 'vitest';

import { reservePort } from '../../../tools/testing/reserve-port.ts';
import { sampleOf } from '../../../tools/testing/sample.ts';
import {
  type ConformanceRun,
  type OperatorCommands,
  type ReceiverOptions,
  runConformance,
  type RunOptions,
} from '../src/index.ts';
import { DUE, FEW } from './due.ts';
import type { Answer } from './independent-service/answering.ts';
import type { Letter } from './independent-service/delivery-settings.ts';
import { type IndependentServiceOptions, startIndependentService } from './independent-service/start.ts';
import { busyEvery } from './independent-service/variations.ts';
import { configFor } from './independent-service/write-config.ts';

/** Runs against a service of its own, configured as a user would. */
async function runAgainst(
  { onTestFinished }: TestContext,
  service: IndependentServiceOptions,
  change: (config: RunOptions) => RunOptions = (config) => config,
): Promise<ConformanceRun> {
  const port = await reservePort();
  const hook = { url: `http://127.0.0.1:${port}/idv`, secret: 'whsec-8d21' };
  const second = { url: `http://127.0.0.1:${port}/idv/copy`, secret: 'whsec-55c0' };
  const deaf = { url: `http://127.0.0.1:${await reservePort()}/`, secret: 'nobody' };
  const independent = await startIndependentService({ ...service, hooks: [deaf, hook, second] });
  onTestFinished(() => independent.close());
  // The writer of the configuration writes what the schema of the configuration takes.
  const config = configFor(independent, { listen: `127.0.0.1:${port}`, ...hook, second }) as RunOptions;
  return runConformance(change({ ...config, budget: { ...config.budget, ...FEW } }));
}

function idsWith({ outcomes }: ConformanceRun, verdict: string): string[] {
  return outcomes.filter((outcome) => outcome.verdict === verdict).map(({ rule }) => rule.id);
}

/** What a failing test is to show: the messages, not the observations. */
function complaints({ outcomes }: ConformanceRun): unknown[] {
  return outcomes
    .filter(({ verdict }) => verdict === 'failed' || verdict === 'warned')
    .map((outcome) => [outcome.rule.id, 'findings' in outcome ? outcome.findings : outcome]);
}

/** Commands without the one that moves the clock. */
function withoutClock({ pass: _pass, ...commands }: OperatorCommands = {}): OperatorCommands {
  return commands;
}

describe('a run against a service that shares no code with the mock', () => {
  it.concurrent('sees every rule kept, as in a run against the mock', async (context) => {
    const independent = await runAgainst(context, {}, (config) => ({
      ...config,
      budget: { ...config.budget, ...DUE },
    }));
    expect(complaints(independent)).toEqual([]);
    expect(independent).toMatchObject({ complete: true, skipped: [], selfCheck: { missed: [] } });
    expect(independent.selfCheck.judged).toBeGreaterThanOrEqual(10);
    expect(idsWith(independent, 'not-exercised')).toEqual(['delivery.https']);
  });

  it.concurrent('goes on where the service is busy, and waits in real time where its clock cannot be moved', async (context) => {
    const run = await runAgainst(context, busyEvery(40), ({ operator, ...config }) => ({
      ...config,
      operator: withoutClock(operator),
      patienceSeconds: 1,
      skip: [
        'delivery.*',
        'event.*',
        'submit.plain-flow.completes',
        'application.submitted-at.stable',
        'image.unreadable-after-exp',
      ],
    }));
    expect(complaints(run)).toEqual([]);
    expect(run.observations.filter((each) => each.kind === 'exchange' && each.response?.status === 429)).not.toEqual(
      [],
    );
    expect(idsWith(run, 'passed').length).toBeGreaterThan(140);
  });
});

describe('a delivery that takes seconds to arrive', () => {
  const transitMs = (retries: number): number => (retries === 0 ? 4000 : 0);
  const rules = ['delivery.timeout.not-retried', 'delivery.timeout.waits-30s'];

  it.concurrent.for([
    ['passed', 30_000],
    ['failed', 20_000],
  ] as const)('does not hide how long the service waited: %s', async ([verdict, timeoutMs], context) => {
    const run = await runAgainst(context, { transitMs, timeoutMs }, (config) => ({ ...config, only: rules }));
    expect(idsWith(run, verdict)).toEqual(verdict === 'passed' ? rules : rules.slice(1));
  });
});

const spoiled: readonly (readonly [rule: string, spoil: (answer: Answer, endpoint: string) => Answer])[] = [
  ['create.status.201', (answer) => (answer.status === 201 ? { ...answer, status: 200 } : answer)],
  ['auth.absent.403', (answer) => (answer.status === 403 ? { ...answer, status: 401 } : answer)],
  ['auth.invalid-token.401', (answer) => (answer.status === 401 ? { ...answer, status: 403 } : answer)],
  ['resend.status.204-empty', (answer) => (answer.status === 204 ? { ...answer, status: 202 } : answer)],
  ['locale.unknown.302', (answer) => (answer.status === 302 ? { status: 404, json: {} } : answer)],
  ['error.403.detail', (answer) => rewritten(answer, 'authorization will not help', 'no')],
  ['application.no.derived', (answer) => rewritten(answer, '"no":"COK00', '"no":"COK01')],
  ['other-status.ekyc.enum', (answer) => rewritten(answer, '"ekyc":"pass"', '"ekyc":"Pass"')],
  ['aml.run.result-flags', (answer) => rewritten(answer, 'is_any_in_pep', 'is_some_in_pep')],
  [
    'info.submitted.no-token-refused',
    (answer, endpoint) => (answer.status === 403 && endpoint === 'info' ? { status: 200, json: {} } : answer),
  ],
];

function rewritten(answer: Answer, from: string, to: string): Answer {
  if (answer.json === undefined) return answer;
  return { ...answer, json: JSON.parse(JSON.stringify(answer.json).replaceAll(from, to)) };
}

const spoiledDeliveries: readonly (readonly [rules: readonly string[], settings: IndependentServiceOptions])[] = [
  [['delivery.5xx.retried'], { again: () => false }],
  [['delivery.5xx.at-most-three'], { again: (status, { retries }) => status >= 500 && retries < 5 }],
  [
    ['delivery.2xx.done', 'delivery.4xx.not-retried', 'delivery.timeout.not-retried'],
    { again: (status, { retries }) => retries < (status >= 500 ? 3 : 1) },
  ],
  [
    ['event.nounce.unique', 'delivery.timeout.waits-30s'],
    { timeoutMs: 20_000, letter: (letter) => withEvent(letter, { nounce: 'one for all' }) },
  ],
];

function withEvent({ body, ...letter }: Letter, changes: object): Letter {
  // Every body has an event.
  const { event } = body as { event: object };
  return { ...letter, body: { ...body, event: { ...event, ...changes } } };
}

describe('a run against that service, spoiled', () => {
  it.concurrent.for(sampleOf(spoiledDeliveries, { every: 4 }))(
    'finds that %s is broken',
    async ([rules, settings], context) => {
      const run = await runAgainst(context, settings, (config) => ({ ...config, only: rules }));
      expect(idsWith(run, 'failed')).toEqual(rules);
    },
  );

  it.concurrent.for(sampleOf(spoiled, { every: 10 }))('finds that %s is broken', async ([rule, spoil], context) => {
    const spoiling: IndependentServiceOptions = { answer: ({ call, next }) => spoil(next(), call.endpoint) };
    const run = await runAgainst(context, spoiling, (config) => ({ ...config, only: [rule] }));
    expect(idsWith(run, 'failed')).toContain(rule);
  });
});

const missingEvents: readonly (readonly [what: string, letter: NonNullable<IndependentServiceOptions['letter']>])[] = [
  ['sends no lifecycle event', (letter, { type }) => (type === 'submit_form' ? letter : undefined)],
  [
    'sends lifecycle events under other types',
    (letter, { type }) => (type === 'submit_form' ? letter : withEvent(letter, { type: `application.${type}` })),
  ],
];

describe('receiver.events', () => {
  const occasions = ['event.update-status.on-change', 'event.drop-off.on-expiry'];
  const runWith = (
    context: TestContext,
    letter: IndependentServiceOptions['letter'],
    events?: ReceiverOptions['events'],
  ) =>
    runAgainst(context, letter === undefined ? {} : { letter }, ({ receiver = {}, ...config }) => ({
      ...config,
      receiver: events === undefined ? receiver : { ...receiver, events },
      only: occasions,
    }));

  it.concurrent.for(sampleOf(missingEvents, { every: 2 }))(
    'fails the occasion of a listed type if the service %s',
    async ([, letter], context) => {
      const all = await runWith(context, letter, ['submit_form', 'update_status', 'drop_off']);
      expect(idsWith(all, 'failed')).toEqual(occasions);
      const one = await runWith(context, letter, ['submit_form', 'drop_off']);
      expect([idsWith(one, 'failed'), idsWith(one, 'not-exercised')]).toEqual([[occasions[1]], [occasions[0]]]);
      const none = await runWith(context, letter);
      expect([idsWith(none, 'warned'), idsWith(none, 'not-exercised')]).toEqual([[occasions[0]], [occasions[1]]]);
    },
  );

  it.concurrent('passes a service that sends what is listed', async (context) => {
    const run = await runWith(context, undefined, ['submit_form', 'update_status', 'drop_off']);
    expect(idsWith(run, 'passed')).toEqual(occasions);
  });
});
