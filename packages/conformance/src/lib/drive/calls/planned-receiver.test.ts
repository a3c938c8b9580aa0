import { request as open } from 'node:http';

import { request } from 'undici';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { Delivery } from '../../observe/observation.ts';
import { alwaysAnswer, answerWith, ACKNOWLEDGE, PlannedReceiver } from './planned-receiver.ts';
import { Recorder } from './recorder.ts';
import type { RunClock } from './run-clock.ts';

/** A clock that a test sets. */
class SetClock implements RunClock {
  time = 0;
  affordableMs = Infinity;
  waitedMs = 0;
  readonly alarms: (() => void)[] = [];
  now = (): number => this.time;
  mark = (): number => this.time;
  latest = (): number => this.time + 500;
  schedule = (_delayMs: number, due: () => void): (() => void) => {
    this.alarms.push(due);
    return () => {};
  };
  pass = (): Promise<void> => Promise.resolve();
  settle = (): Promise<void> => Promise.resolve();
}

let clock: SetClock;
let recorder: Recorder;
let receiver: PlannedReceiver;
let url: string;

beforeEach(async () => {
  clock = new SetClock();
  recorder = new Recorder({ bodyBytes: 100_000 });
  receiver = new PlannedReceiver({
    endpoints: [
      { id: 'a', path: '/a', secret: 'secret-a' },
      { id: 'b', path: '/b', secret: 'secret-b' },
    ],
    clock,
    recorder,
    host: '127.0.0.1',
    port: 0,
    isOwn: (slug) => slug === 'own',
  });
  url = `http://127.0.0.1:${await receiver.listen()}`;
});

afterEach(() => receiver.close());

async function deliver(path: string, body: string, secret?: string): Promise<number> {
  const { statusCode, body: answer } = await request(url + path, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      ...(secret === undefined ? {} : { authorization: `Bearer ${secret}` }),
    },
  });
  await answer.dump();
  return statusCode;
}

const about = (slug: string): string => JSON.stringify({ application: { slug } });

function deliveries(): readonly Delivery[] {
  return recorder.observations.filter((observation) => observation.kind === 'delivery');
}

describe('PlannedReceiver', () => {
  it('acknowledges and records what was not planned, without its Authorization', async () => {
    clock.time = 77;

    expect(await deliver('/a', about('stranger'), 'secret-a')).toBe(204);
    expect(deliveries()).toMatchObject([
      {
        id: 'd1',
        at: 77,
        receiver: 'a',
        bearer: 'match',
        slug: 'stranger',
        request: { method: 'POST', url: '/a', body: { json: { application: { slug: 'stranger' } } } },
        answer: { kind: 'status', status: 204, at: 77 },
      },
    ]);
    expect(JSON.stringify(deliveries())).not.toMatch(/secret-a|authorization/i);
  });

  it('answers by plan, per application and receiver', async () => {
    receiver.plan('a', 'own', answerWith(503, 500));
    receiver.plan('b', 'own', alwaysAnswer(404));
    const statuses: number[] = [];
    for (const path of ['/a', '/b', '/a', '/b', '/a']) {
      statuses.push(await deliver(path, about('own'), `secret-${path.slice(1)}`));
    }

    expect(statuses).toEqual([503, 404, 500, 404, 204]);
    expect([receiver.arrived('own'), receiver.arrived('own', 'a'), receiver.arrived('none')]).toEqual([5, 3, 0]);
  });

  it('answers by plan only what is of its type, and knows how long retries took', async () => {
    receiver.plan('a', 'own', { type: 'update_status', ...answerWith(503, 500) });
    const statuses: number[] = [];
    for (const [type, at] of [
      ['submit_form', 0],
      ['update_status', 100],
      ['submit_form', 200],
      ['update_status', 1100],
      ['update_status', 3600],
      ['update_status', 9000],
    ] as const) {
      clock.time = at;
      const body = JSON.stringify({ application: { slug: 'own' }, event: { type } });
      statuses.push(await deliver('/a', body, 'secret-a'));
    }

    expect(statuses).toEqual([204, 503, 204, 500, 204, 204]);
    expect([receiver.used('a', 'own'), receiver.used('b', 'own'), receiver.slowestRetryMs]).toEqual([4, 0, 2500]);
  });

  it.each([
    ['the other receiver’s secret', 'secret-b', 'mismatch'],
    ['no secret', undefined, 'absent'],
  ])('records a delivery of its own with %s', async (_, secret, bearer) => {
    expect(await deliver('/a', about('own'), secret)).toBe(204);
    expect(deliveries().map((delivery) => delivery.bearer)).toEqual([bearer]);
  });

  it('turns strangers away without recording them', async () => {
    expect(await deliver('/a', about('stranger'), 'wrong')).toBe(404);
    expect(await deliver('/a', 'probe')).toBe(404);
    expect(await deliver('/c', about('own'), 'secret-a')).toBe(404);
    expect(deliveries()).toEqual([]);
  });

  it('records a delivery that nobody can read, if it has the secret', async () => {
    expect(await deliver('/b', 'not json', 'secret-b')).toBe(204);
    expect(deliveries()).toMatchObject([{ receiver: 'b', request: { body: { json: undefined, size: 8 } } }]);
  });

  it('finds the slug of a body that it does not keep whole', async () => {
    receiver.plan('a', 'own', alwaysAnswer(503));
    const large = JSON.stringify({ application: { id: 1, slug: 'own' }, extra: 'x'.repeat(300_000) });

    expect(await deliver('/a', large, 'secret-a')).toBe(503);
    expect(deliveries()).toMatchObject([{ slug: 'own', request: { body: { truncated: true, size: large.length } } }]);
  });

  it('answers late when the clock says so', async () => {
    receiver.plan('a', 'own', { answers: [{ kind: 'status', status: 204, afterMs: 29_000 }], afterwards: ACKNOWLEDGE });
    const answered = deliver('/a', about('own'), 'secret-a');
    await receiver.allHeld(5000);

    expect([receiver.held, clock.alarms.length]).toEqual([1, 1]);
    expect(deliveries()[0]?.answer).toEqual({ kind: 'none' });
    clock.time = 29_000;
    clock.alarms[0]?.();
    expect(await answered).toBe(204);
    expect(receiver.held).toBe(0);
    expect(deliveries()[0]?.answer).toEqual({ kind: 'status', status: 204, at: 29_000 });
  });

  it('notices when the sender gives up', async () => {
    receiver.plan('a', 'own', { answers: [{ kind: 'hold' }], afterwards: ACKNOWLEDGE });
    const sender = open(`${url}/a`, { method: 'POST', headers: { authorization: 'Bearer secret-a' } });
    sender.on('error', () => {});
    sender.end(about('own'));
    await receiver.allHeld(5000);
    clock.time = 30_000;
    sender.destroy();
    await expect.poll(() => receiver.held).toBe(0);

    expect(deliveries()[0]?.answer).toEqual({ kind: 'none', closedAt: 30_500 });
  });

  it('counts what is planned to be held before it has arrived', () => {
    receiver.plan('a', 'own', { answers: [{ kind: 'hold' }], afterwards: ACKNOWLEDGE });
    expect(receiver.held).toBe(1);
    receiver.forget('a', 'own');
    expect(receiver.held).toBe(0);
  });

  it('says in one message that a port is in use', async () => {
    const port = Number(new URL(url).port);
    const second = new PlannedReceiver({ endpoints: [], clock, recorder, host: '127.0.0.1', port, isOwn: () => false });

    await expect(second.listen()).rejects.toMatchObject({
      problem: {
        code: 'receiver-unavailable',
        message: `Cannot listen for deliveries on 127.0.0.1:${port}: the port is in use.`,
      },
    });
  });
});
