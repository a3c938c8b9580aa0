import { describe, expect, it, type TestContext } from 'vitest';

import { reservePort } from '../../../tools/testing/reserve-port.ts';
import { sampleOf } from '../../../tools/testing/sample.ts';
import {
  type ConformanceRun,
  type Operators,
  type ReceiverOptions,
  runConformance,
  type RunOptions,
} from '../src/index.ts';
import { FEW } from './due.ts';
import type { Letter } from './independent-service/delivery-settings.ts';
import { type IndependentServiceOptions, startIndependentService } from './independent-service/start.ts';
import { busyEvery } from './independent-service/variations.ts';
import { configFor, operatorsOf } from './independent-service/write-config.ts';

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
  const operator = operatorsOf(independent);
  return runConformance(change({ ...config, operator, budget: { ...config.budget, ...FEW } }));
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

/** Operators without the one that moves the clock. */
function withoutClock({ pass: _pass, ...operators }: Operators = {}): Operators {
  return operators;
}

describe.concurrent('a run against a service that shares no code with the mock', () => {
  it('goes on where the service is busy, and waits in real time where its clock cannot be moved', async (context) => {
    const run = await runAgainst(context, busyEvery(40), ({ operator, ...config }) => ({
      ...config,
      operator: withoutClock(operator),
      // Nothing moves the clock: on a busy machine, a delivery may take seconds.
      patienceSeconds: 10,
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

describe.concurrent('a delivery that takes seconds to arrive', () => {
  const transitMs = (retries: number): number => (retries === 0 ? 4000 : 0);
  const rules = ['delivery.timeout.not-retried', 'delivery.timeout.waits-30s'];

  const waits = [
    ['failed', 20_000],
    ['passed', 30_000],
  ] as const;

  it.for(sampleOf(waits, { every: 2 }))(
    'does not hide how long the service waited: %s',
    async ([verdict, timeoutMs], context) => {
      const run = await runAgainst(context, { transitMs, timeoutMs }, (config) => ({ ...config, only: rules }));
      expect(idsWith(run, verdict)).toEqual(verdict === 'passed' ? rules : rules.slice(1));
    },
  );
});

function withEvent({ body, ...letter }: Letter, changes: object): Letter {
  // Every body has an event.
  const { event } = body as { event: object };
  return { ...letter, body: { ...body, event: { ...event, ...changes } } };
}

const missingEvents: readonly (readonly [what: string, letter: NonNullable<IndependentServiceOptions['letter']>])[] = [
  ['sends no lifecycle event', (letter, { type }) => (type === 'submit_form' ? letter : undefined)],
  [
    'sends lifecycle events under other types',
    (letter, { type }) => (type === 'submit_form' ? letter : withEvent(letter, { type: `application.${type}` })),
  ],
];

describe.concurrent('receiver.events', () => {
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

  it.for(sampleOf(missingEvents, { every: 2 }))(
    'fails the occasion of a listed type if the service %s',
    async ([, letter], context) => {
      const [one, none] = await Promise.all([
        runWith(context, letter, ['submit_form', 'drop_off']),
        runWith(context, letter),
      ]);
      expect([idsWith(one, 'failed'), idsWith(one, 'not-exercised')]).toEqual([[occasions[1]], [occasions[0]]]);
      expect([idsWith(none, 'warned'), idsWith(none, 'not-exercised')]).toEqual([[occasions[0]], [occasions[1]]]);
    },
  );
});
