import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

import { afterEach, describe, expect, it } from 'vitest';

import type { Condition } from '../../observe/condition.ts';
import { Pace } from './pace.ts';
import { Recorder } from './recorder.ts';
import { ServiceClient, type Call, type ServiceClientOptions } from './service-client.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

async function serve(listener: RequestListener): Promise<string> {
  const server: Server = createServer(listener);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  closing.push(
    () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  );
  // A listening server on TCP has an address with a port.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const condition: Condition = {
  endpoint: 'result',
  method: 'GET',
  locale: 'platform',
  credential: 'valid',
  application: 'open',
  flow: 'camera',
  body: 'absent',
  credit: 'enough',
};

function client(options: Partial<ServiceClientOptions> = {}): {
  client: ServiceClient;
  recorder: Recorder;
  waits: number[];
} {
  const recorder = new Recorder();
  const waits: number[] = [];
  const made = new ServiceClient({
    recorder,
    pace: new Pace({ concurrency: 4, now: () => 0, wait: () => Promise.resolve() }),
    now: () => 1000,
    wait: () => Promise.resolve(),
    onBackOff: (waitMs) => waits.push(waitMs),
    timeoutMs: 5000,
    ...options,
  });
  closing.push(() => made.close());
  return { client: made, recorder, waits };
}

function get(url: string): Call {
  return { condition, method: 'GET', url, headers: [['Authorization', 'Bearer t']] };
}

describe('ServiceClient', () => {
  it('records a call with headers as they travelled', async () => {
    const url = await serve((request, response) => {
      response.writeHead(201, { 'X-Case': 'Kept', 'Set-Cookie': ['a=1', 'b=2'] });
      response.end(JSON.stringify({ method: request.method, auth: request.headers.authorization }));
    });
    const { client: own, recorder } = client();
    const exchange = await own.send({
      ...get(url),
      method: 'PUT',
      body: new TextEncoder().encode('{}'),
      scenario: 'x',
    });

    expect(recorder.observations).toEqual([exchange]);
    expect(exchange).toMatchObject({
      id: 'x1',
      at: 1000,
      scenario: 'x',
      request: { method: 'PUT', body: { json: {} } },
    });
    expect(exchange.response).toMatchObject({ status: 201, body: { json: { method: 'PUT', auth: 'Bearer t' } } });
    expect(exchange.response?.headers.slice(0, 3)).toEqual([
      ['X-Case', 'Kept'],
      ['Set-Cookie', 'a=1'],
      ['Set-Cookie', 'b=2'],
    ]);
  });

  it('measures calls by the clock of the run', async () => {
    const url = await serve((_, response) => response.end());
    let now = 1000;
    const { client: own } = client({ now: () => (now += 1) });
    const exchanges = [await own.send(get(url)), await own.send(get(url))];

    expect(exchanges.map(({ at, response }) => [at, response?.durationMs])).toEqual([
      [1001, 1],
      [1003, 1],
    ]);
  });

  it('does not follow redirects', async () => {
    let calls = 0;
    const url = await serve((_, response) => {
      calls += 1;
      response.writeHead(302, { Location: '/elsewhere' }).end();
    });
    const { response } = await client().client.send(get(url));

    expect([response?.status, calls]).toEqual([302, 1]);
  });

  it('repeats a call after 429 with growing waits, each try an exchange', async () => {
    let calls = 0;
    const url = await serve((_, response) => {
      calls += 1;
      if (calls === 2) response.setHeader('Retry-After', '2');
      response.writeHead(calls < 4 ? 429 : 200).end('{}');
    });
    const { client: own, recorder, waits } = client();
    const last = await own.send(get(url));

    expect(waits).toEqual([250, 2000, 1000]);
    expect(last.response?.status).toBe(200);
    expect(
      recorder.observations.map((each) => each.kind === 'exchange' && [each.response?.status, each.repeated]),
    ).toEqual([
      [429, true],
      [429, true],
      [429, true],
      [200, undefined],
    ]);
  });

  it('gives up on 5xx after three retries', async () => {
    let calls = 0;
    const url = await serve((_, response) => {
      calls += 1;
      response.writeHead(500).end();
    });
    const last = await client().client.send(get(url));

    expect([calls, last.response?.status, last.repeated]).toEqual([4, 500, undefined]);
  });

  it('does not go on repeating where repeating never helps', async () => {
    let calls = 0;
    const url = await serve((_, response) => {
      calls += 1;
      response.writeHead(503).end();
    });
    const { client: own } = client();
    for (let call = 0; call < 5; call += 1) await own.send(get(url));

    expect(calls).toBe(3 * 4 + 2);
  });

  it('stops reading an answer at a limit, and says so', async () => {
    const url = await serve((_, response) => {
      const send = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536)));
      };
      response.on('drain', send);
      send();
    });
    const { client: own } = client({ stopBytes: 1_000_000 });
    const exchange = await own.send(get(url));

    expect(exchange.failure).toBe('answer larger than 1000000 bytes, not read on');
    expect(exchange.response?.body.truncated).toBe(true);
    expect(own.failureOf(exchange)).toBe('too-large');
  });

  it('takes no longer than it may', async () => {
    const url = await serve(() => {});
    const { client: own } = client({ timeoutMs: 50 });
    const exchange = await own.send(get(url));

    expect(exchange.response).toBeUndefined();
    expect(exchange.failure).toBe('no whole answer within 0.05 s');
    expect(own.failureOf(exchange)).toBe('timed-out');
  });

  it('keeps what came of an answer that broke off', async () => {
    const url = await serve((_, response) => {
      response.writeHead(200, { 'Content-Length': '100' });
      response.write('{"half":', () => response.destroy());
    });
    const exchange = await client().client.send(get(url));

    expect(exchange.response).toMatchObject({ status: 200, body: { truncated: true, json: undefined } });
    expect(exchange.failure).toBeDefined();
  });

  it.each([
    ['whole', 0, { json: { half: 'whole' }, truncated: false }],
    ['cut off', 8, { json: undefined, truncated: false }],
  ])('reads a gzip answer that is %s', async (_, missing, body) => {
    const packed = gzipSync('{"half":"whole"}');
    const url = await serve((_request, response) => {
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(packed.subarray(0, packed.byteLength - missing));
    });
    const { response, failure } = await client().client.send(get(url));

    expect([response?.body, failure]).toMatchObject([body, undefined]);
  });

  it('makes calls at the same moment, and repeats none of them', async () => {
    const waiting: (() => void)[] = [];
    const url = await serve((_, response) => {
      waiting.push(() => response.writeHead(503).end());
      // Neither call is answered before both have come.
      if (waiting.length === 2) for (const answer of waiting) answer();
    });
    const { client: own, recorder } = client({
      pace: new Pace({ concurrency: 1, now: () => 0, wait: () => Promise.resolve() }),
    });
    const exchanges = await own.sendAtOnce([get(url), get(url)]);

    expect(exchanges.map(({ response }) => response?.status)).toEqual([503, 503]);
    expect(recorder.observations).toEqual(exchanges);
  });

  it.each([
    ['GET', 'destroy', 'connection closed without an answer', true, true],
    ['GET', 'resetAndDestroy', 'connection reset', true, true],
    ['POST', 'destroy', 'connection closed without an answer', true, false],
    ['POST', 'resetAndDestroy', 'connection reset', false, false],
  ] as const)(
    'repeats %s after %s once, if it may, or the connection had answered before',
    async (method, end, failure, isRepeatedAfterUse, isRepeatedAtFirst) => {
      let calls = 0;
      const url = await serve(({ socket }, response) => {
        calls += 1;
        if (calls === 1) response.writeHead(200).end();
        else socket[end]();
      });
      const { client: own, recorder } = client();
      const call = { ...get(url), method };
      await own.send(call);
      const again = await own.send(call);
      const callsAfterUse = calls;
      await own.send(call);

      expect([again.failure, callsAfterUse]).toEqual([failure, isRepeatedAfterUse ? 3 : 2]);
      expect(calls - callsAfterUse).toBe(isRepeatedAtFirst ? 2 : 1);
      const repeated = recorder.observations.filter((each) => each.kind === 'exchange' && each.repeated === true);
      expect(repeated).toHaveLength(Number(isRepeatedAfterUse) + Number(isRepeatedAtFirst));
    },
  );

  it('makes an exchange of a refused connection', async () => {
    const { client: own } = client();
    const exchange = await own.send(get('http://127.0.0.1:1/'));

    expect(exchange).toMatchObject({ failure: 'connection refused' });
    expect(own.failureOf(exchange)).toBe('refused');
  });

  it('lets a call correct what was declared of it', async () => {
    const url = await serve((_, response) => response.writeHead(401).end());
    const exchange = await client().client.send({
      ...get(url),
      revise: (declared, status) => (status === 401 ? { ...declared, credential: 'unknown' } : declared),
    });

    expect(exchange.condition).toEqual({ ...condition, credential: 'unknown' });
  });

  it('ends at once when the run is interrupted, and records nothing half', async () => {
    const url = await serve(() => {});
    const interrupt = new AbortController();
    const { client: own, recorder } = client({ signal: interrupt.signal });
    const sent = own.send(get(url));
    interrupt.abort(new Error('interrupted'));

    await expect(sent).rejects.toThrow('interrupted');
    expect(recorder.observations).toEqual([]);
  });
});
