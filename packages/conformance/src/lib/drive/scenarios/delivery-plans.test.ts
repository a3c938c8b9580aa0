import { describe, expect, it } from 'vitest';

import type { ApplicationSubject } from '../calls/service-calls.ts';
import { deliveryPlans } from './delivery-plans.ts';
import type { Stage } from './stage.ts';

const MAX_ATTEMPTS = 4;

/** Runs the scenario on a stage where everything is delivered at once, and logs what it does. */
async function play({
  affordableMs = 60_000,
  remaining = 59,
  asksPerson = false,
}: {
  readonly affordableMs?: number;
  readonly remaining?: number;
  readonly asksPerson?: boolean;
}): Promise<readonly string[]> {
  const log: string[] = [];
  const note = (what: string): void => void (log.at(-1) === what || log.push(what));
  let time = 0;
  const stage = {
    clock: {
      affordableMs,
      now: () => time,
      settle: () => Promise.resolve(),
      pass: (ms: number) => Promise.resolve((time += ms)),
    },
    recorder: { observations: [] },
    deliveryWithinMs: 60_000,
    receivers: {
      ids: ['a'],
      slowestRetryMs: 0,
      plan: () => {},
      used: () => MAX_ATTEMPTS,
      allHeld: () => Promise.resolve(),
      forget: () => {},
    },
    form: { slug: 'f', flow: 'camera' },
    calls: { call: () => Promise.resolve({}) },
    skip: () => {},
    noteLives: () => {},
    judges: () => true,
    operator: { submit: () => Promise.resolve(), asksPerson },
    applications: {
      remaining,
      take: (_calls: unknown, form: unknown) => Promise.resolve({ slug: 's', state: 'open', form }),
      adopt: ({ state }: ApplicationSubject) => note(`knows as ${state}`),
    },
    arrange: {
      delivering: (_: unknown, cause: () => Promise<unknown>) => cause(),
      submit: (application: ApplicationSubject) => {
        note('submits');
        return Promise.resolve({ ...application, state: 'submitted' });
      },
    },
    turn: () => {
      note('has its turn');
      return Promise.resolve();
    },
  };
  // The scenario uses nothing else of a stage.
  await deliveryPlans.run(stage as unknown as Stage);
  return log;
}

describe('deliveryPlans', () => {
  it('has deliveries made before its turn where waiting takes time, and tells others of them after it', async () => {
    expect(await play({})).toEqual(['submits', 'has its turn', 'knows as submitted']);
  });

  it.each([
    ['on a clock that can be moved', { affordableMs: Infinity }],
    ['where the budget may be needed by others', { remaining: 37 }],
    ['where a person is asked', { asksPerson: true }],
  ])('waits for its turn %s', async (_, options) => {
    expect((await play(options)).slice(0, 2)).toEqual(['has its turn', 'submits']);
  });
});
