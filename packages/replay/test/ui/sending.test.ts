import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { startUi } from '../../src/lib/ui/ui-server.ts';
import { plannedReceiver } from '../planned-receiver.ts';
import { personalDelivery } from './personal-delivery.ts';
import { jsonOf, ServedArchive } from './served-archive.ts';

let served: ServedArchive;

beforeEach(async () => {
  served = await ServedArchive.start();
});

afterEach(async () => {
  await served.end();
});

describe('sending from the page', () => {
  it('tells of each attempt, and writes down what the archive remembers', async () => {
    const receiver = await plannedReceiver([503, 204]);
    await served.sample.keep([personalDelivery()]);
    const request = { captures: [1], target: receiver.url, mode: 'as-is', retrySpacingMs: 0 };
    const plan = await jsonOf(served.post('/api/plan', request));
    expect(plan).toMatchObject({ deliveries: [{ capture: 1, whyNot: null }] });
    expect(plan['attempts']).toHaveLength(4);
    expect(receiver.arrived).toHaveLength(0);
    const { text, status } = await served.post('/api/send', request);
    expect(status).toBe(200);
    const news = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(news).toEqual([
      expect.objectContaining({ kind: 'begun', deliveries: 1 }),
      expect.objectContaining({
        kind: 'attempt',
        number: 1,
        outcome: 'answered 503',
        rule: '5xx: retry 1 of 3 follows',
      }),
      expect.objectContaining({ kind: 'attempt', number: 2, outcome: 'answered 204', result: 'delivered' }),
      { kind: 'ended', delivered: 1, failed: 0, open: 0 },
    ]);
    expect(receiver.arrived.map(({ body }) => body.toString())).toEqual([personalDelivery(), personalDelivery()]);
    expect(receiver.arrived[0]?.headers.authorization).toBe('Bearer whsec-canary');
    const { attempts } = (await jsonOf(served.ask('/api/captures/1'))) as { attempts: { outcome: unknown }[] };
    expect(attempts.map(({ outcome }) => outcome)).toEqual([{ status: 503 }, { status: 204 }]);
    await receiver.close();
  });

  it.each(['http://receiver.example/', 'https://10.0.0.1/', 'http://user:pass@127.0.0.1/', 'ftp://127.0.0.1/', 'x'])(
    'does not send to %s',
    async (target) => {
      await served.sample.keep([personalDelivery()]);
      for (const path of ['/api/plan', '/api/send']) {
        expect((await served.post(path, { captures: [1], target, mode: 'as-is' })).status).toBe(400);
      }
    },
  );

  it('sends values that were edited, and refuses those that cannot be', async () => {
    const receiver = await plannedReceiver([204]);
    await served.sample.keep([personalDelivery()]);
    const request = { captures: [1], target: receiver.url, mode: 'as-is' };
    const edited = { pointer: '/application/other_status', text: '{"ekyc":"fail"}' };
    for (const set of [[{ pointer: 'status', text: '1' }], [edited, { ...edited, pointer: `${edited.pointer}/ekyc` }]])
      expect((await served.post('/api/send', { ...request, set })).status).toBe(400);
    expect((await served.post('/api/send', { ...request, set: [edited] })).status).toBe(200);
    const bodies = receiver.arrived.map(({ body }) => body.toString());
    expect(bodies).toEqual([personalDelivery().replace('{"ekyc":"pass"}', '{"ekyc":"fail"}')]);
    await receiver.close();
  });

  it('stops when the page goes away, and when it is closed itself', async () => {
    const receiver = await plannedReceiver(['silence', 'silence']);
    await served.sample.keep([personalDelivery()]);
    const body = JSON.stringify({ captures: [1], target: receiver.url, mode: 'as-is' });
    const headers = { authorization: `Bearer ${served.token}`, 'content-type': 'application/json' };
    const leaving = new AbortController();
    const left = fetch(`${served.origin}/api/send`, { method: 'POST', headers, body, signal: leaving.signal });
    await receiver.count(1);
    await left;
    leaving.abort();
    const open = fetch(`${served.origin}/api/send`, { method: 'POST', headers, body });
    await receiver.count(2);
    const response = await open;
    await Promise.all([served.ui.close(), response.text().then((text) => expect(text).toContain('"open":1'))]);
    expect(served.sample.archive.attemptsOf(1).map(({ outcome }) => outcome)).toEqual([
      { failure: 'interrupted' },
      { failure: 'interrupted' },
    ]);
    await receiver.close();
  });

  it('sends nothing without a secret', async () => {
    await served.sample.keep([personalDelivery()]);
    const unable = ServedArchive.of(served.sample, await startUi({ archive: served.sample.archive, port: 0 }));
    expect(await jsonOf(unable.ask('/api/state'))).toMatchObject({ canSend: false });
    const { status, text } = await unable.post('/api/send', {
      captures: [1],
      target: 'http://127.0.0.1:9/',
      mode: 'as-is',
    });
    await unable.ui.close();
    expect([status, text]).toEqual([409, expect.stringContaining('IDV_WEBHOOK_SECRET')]);
  });
});
