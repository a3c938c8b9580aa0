import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { startUi } from '../../src/lib/ui/ui-server.ts';
import { plannedReceiver } from '../planned-receiver.ts';
import { personalDelivery } from './personal-delivery.ts';
import { formText, SECRET, ServedArchive, textOf, type Fields } from './served-archive.ts';

let served: ServedArchive;

beforeEach(async () => {
  served = await ServedArchive.start();
});

afterEach(async () => {
  await served.end();
});

const form = (target: string, fields: Fields = {}): Fields => ({
  target,
  times: '1',
  mode: 'as-is',
  shown: '1',
  ...fields,
});

describe('sending from the page', () => {
  it('writes a line per attempt, which the archive keeps', async () => {
    const receiver = await plannedReceiver([503, 204]);
    await served.sample.keep([personalDelivery()]);
    const { text, status } = await served.post('/send', form(receiver.url));
    expect([status, textOf(text).replaceAll(/\d+ ms/g, 'N ms')]).toEqual([
      200,
      'Retries #1, attempt 1: answered 503 in N ms (5xx: retry 1 of 3 follows) Delivered #1, attempt 2: answered 204 in N ms (2xx: delivered) 1 delivered',
    ]);
    expect(receiver.arrived.map(({ body }) => body.toString())).toEqual([personalDelivery(), personalDelivery()]);
    expect(receiver.arrived[0]?.headers.authorization).toBe(`Bearer ${SECRET}`);
    expect(textOf((await served.post('/attempts?id=1')).text)).toMatch(/^204 sent to .*, attempt 2.* 503 sent to /);
    await receiver.close();
  });

  it('offers the receiver of the last attempt, if it is on this machine and its path says nothing about anybody', async () => {
    const { archive } = served.sample;
    await served.sample.keep(['{}']);
    const attempt = { capture: 1, run: 'r', at: '2026-01-05T03:00:01.000Z', number: 1, outcome: { status: 204 } };
    const offered = async (target: string): Promise<string | undefined> => {
      await archive.addAttempt({ ...attempt, target });
      return /<input\s+id="target"[^>]*>/
        .exec((await served.post('/page')).text)?.[0]
        .replace(/^[^]* value="([^"]*)"[^]*$/, '$1');
    };
    expect(await offered('http://127.0.0.1:8082/hook')).toBe('http://127.0.0.1:8082/hook');
    expect(await offered('https://receiver.example/hook')).toBe('');
    expect(await offered('http://127.0.0.1:8082/hook/0812345678')).toBe('');
  });

  it('shows what the receiver answers, without what is personal in it', async () => {
    const receiver = await plannedReceiver([{ status: 422, text: 'nid is missing for Malee' }]);
    await served.sample.keep(['{"answers":{"full_name_first_name":{"value":"Malee"}}}']);
    const { text } = await served.post('/send', form(receiver.url));
    expect(textOf(text)).toMatch(
      /4xx: not retried\) nid is missing for ‹5 characters› 1 failed|‹5 characters› 0 delivered, 1 failed/,
    );
    await receiver.close();
  });

  it('sends the selected captures in the order in which they came, several times', async () => {
    const receiver = await plannedReceiver([204, 204, 400]);
    await served.sample.keep(['{"n":1}', '{"n":2}', '{"n":3}']);
    const { text } = await served.post('/send', form(receiver.url, { selected: ['3', '1'], times: '2' }));
    expect(receiver.arrived.map(({ body }) => body.toString())).toEqual(['{"n":1}', '{"n":1}', '{"n":3}', '{"n":3}']);
    expect(textOf(text)).toMatch(/ #3, attempt 1: answered 400 .* 3 delivered, 1 failed$/);
    await receiver.close();
  });

  it.each([
    'http://receiver.example/',
    'https://10.0.0.1/',
    'http://user:pass@127.0.0.1/',
    'ftp://127.0.0.1/',
    'x',
    '',
  ])('does not send to %j', async (target) => {
    await served.sample.keep([personalDelivery()]);
    const { status, text } = await served.post('/send', form(target));
    expect([status, textOf(text)]).toEqual([400, expect.stringMatching(/^Cannot send/)]);
  });

  it('sends values that were changed, and refuses those that cannot be', async () => {
    const receiver = await plannedReceiver([204]);
    await served.sample.keep([personalDelivery()]);
    const changed = '/application/other_status={"ekyc":"fail"}';
    for (const set of ['status=1', 'x', `${changed}\n/application/other_status/ekyc="pass"`])
      expect((await served.post('/send', form(receiver.url, { set }))).status).toBe(400);
    expect((await served.post('/send', form(receiver.url, { set: `\r\n${changed}\r\n` }))).status).toBe(200);
    const bodies = receiver.arrived.map(({ body }) => body.toString());
    expect(bodies).toEqual([personalDelivery().replace('{"ekyc":"pass"}', '{"ekyc":"fail"}')]);
    await receiver.close();
  });

  it('stops when the page goes away, and when it is closed itself', async () => {
    const receiver = await plannedReceiver(['silence', 'silence']);
    await served.sample.keep([personalDelivery()]);
    const headers = { authorization: `Bearer ${served.token}` };
    const body = formText(form(receiver.url));
    const leaving = new AbortController();
    const left = fetch(`${served.origin}/send`, { method: 'POST', headers, body, signal: leaving.signal });
    await receiver.count(1);
    leaving.abort();
    await expect(left).rejects.toThrow('aborted');
    const open = served.post('/send', form(receiver.url));
    await receiver.count(2);
    await served.ui.close();
    expect(textOf((await open).text)).toMatch(/ 0 delivered, 1 stopped$/);
    expect(served.sample.archive.attemptsOf(1).map(({ outcome }) => outcome)).toEqual([
      { failure: 'interrupted' },
      { failure: 'interrupted' },
    ]);
    await receiver.close();
  });

  it('sends nothing without a secret', async () => {
    await served.sample.keep([personalDelivery()]);
    const unable = ServedArchive.of(served.sample, await startUi({ archive: served.sample.archive, port: 0 }));
    expect(textOf((await unable.post('/page')).text)).toContain('Sending is off. Set IDV_WEBHOOK_SECRET');
    const { status, text } = await unable.post('/send', form('http://127.0.0.1:9/'));
    await unable.ui.close();
    expect([status, text]).toEqual([409, expect.stringContaining('IDV_WEBHOOK_SECRET')]);
  });
});
