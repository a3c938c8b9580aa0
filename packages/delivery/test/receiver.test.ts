import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, ServerResponse, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import { setImmediate as turnOfTheEventLoop } from 'node:timers/promises';

import fc from 'fast-check';
import { Agent, request } from 'undici';
import { afterEach, describe, expect, it } from 'vitest';

import {
  createReceiver,
  createSender,
  type DeliveryListener,
  type ReceivedDelivery,
  systemClock,
} from '../src/index.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

interface Listening {
  readonly url: string;
  readonly post: (
    body: string | Uint8Array,
    more?: { readonly path?: string; readonly headers?: Record<string, string>; readonly method?: string },
  ) => Promise<number>;
}

async function listening(listener: DeliveryListener): Promise<Listening> {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const dispatcher = new Agent();
  closing.push(
    () => dispatcher.destroy(),
    () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  );
  // A listening server on TCP has an address with a port.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    post: async (body, { path = '/hook', headers = { authorization: 'Bearer s' }, method = 'POST' } = {}) => {
      const response = await request(`${url}${path}`, { method, body, headers, dispatcher });
      await response.body.dump();
      return response.statusCode;
    },
  };
}

/** Hands a request over without a network, whose buffers hide how much of a body is read. */
async function handOver(
  listener: DeliveryListener,
  parts: readonly Uint8Array[],
): Promise<{ readonly status: number; readonly partsRead: number }> {
  let partsRead = 0;
  const body = new Readable({ highWaterMark: 0, read: () => body.push(parts[partsRead++] ?? null) });
  const incoming = Object.assign(body, { method: 'POST', url: '/hook', headers: { authorization: 'Bearer s' } });
  // The listener uses no more of a request than this.
  const response = new ServerResponse(incoming as unknown as IncomingMessage);
  response.assignSocket(new PassThrough() as unknown as Socket);
  listener(incoming as unknown as IncomingMessage, response);
  await listener.settled();
  return { status: response.statusCode, partsRead };
}

async function lengthOf(body: AsyncIterable<Uint8Array>): Promise<number> {
  let bytes = 0;
  for await (const part of body) bytes += part.length;
  return bytes;
}

const sha256 = (body: string | Uint8Array): string => createHash('sha256').update(body).digest('hex');

describe('createReceiver()', () => {
  it('hands over the bytes, their length and their hash, and keeps the secret to itself', async () => {
    const received: ReceivedDelivery<Uint8Array>[] = [];
    const listener = createReceiver({ secrets: 's', onDelivery: (delivery) => void received.push(delivery) });
    const { post } = await listening(listener);
    const body = '{"event":{"type":"submit_form"}}';
    const headers = { authorization: 'Bearer s', 'content-type': 'application/json' };
    expect(await post(body, { path: '/hook?v=1', headers })).toBe(204);
    await listener.settled();
    expect(received).toMatchObject([
      { path: '/hook', headers: { 'content-type': 'application/json' }, bytes: body.length, sha256: sha256(body) },
    ]);
    expect(Buffer.from(received[0]?.body ?? []).toString()).toBe(body);
    expect(JSON.stringify(received)).not.toContain('Bearer');
  });

  it('acknowledges first and hands over afterwards', async () => {
    const { promise: handled, resolve: finish } = Promise.withResolvers<void>();
    const log: string[] = [];
    const listener = createReceiver({
      secrets: 's',
      onDelivery: async () => {
        await handled;
        log.push('handled');
      },
    });
    const { post } = await listening(listener);
    log.push(String(await post('{}')));
    const settled = listener.settled().then(() => log.push('settled'));
    await turnOfTheEventLoop();
    log.push('finish');
    finish();
    await settled;
    expect(log).toEqual(['204', 'finish', 'handled', 'settled']);
  });

  it.each([
    ['another secret', { authorization: 'Bearer t' }],
    ['a longer secret', { authorization: 'Bearer ss' }],
    ['another scheme', { authorization: 'Basic s' }],
    ['none', {}],
  ])('answers 401 to %s, without a word to anyone', async (_what, headers) => {
    const listener = createReceiver({ secrets: 's', onDelivery: () => expect.unreachable() });
    const { post } = await listening(listener);
    expect(await post('x'.repeat(500_000), { headers })).toBe(401);
    await listener.settled();
  });

  it('takes one secret per path and knows no others', async () => {
    const paths: string[] = [];
    const listener = createReceiver({
      secrets: { '/a': 'secret-a', '/b': 'secret-b' },
      onDelivery: ({ path }) => void paths.push(path),
    });
    const { post } = await listening(listener);
    const postWith = (path: string, secret: string): Promise<number> =>
      post('{}', { path, headers: { authorization: `Bearer ${secret}` } });
    expect([
      await postWith('/a', 'secret-a'),
      await postWith('/b', 'secret-b'),
      await postWith('/b', 'secret-a'),
      await postWith('/c', 'secret-a'),
      await postWith('/toString', 'secret-a'),
    ]).toEqual([204, 204, 401, 404, 404]);
    await listener.settled();
    expect(paths).toEqual(['/a', '/b']);
  });

  it('answers 405 to anything but POST, and says what it allows', async () => {
    const listener = createReceiver({ secrets: 's', onDelivery: () => expect.unreachable() });
    const { url } = await listening(listener);
    const allowed = async (method: string, authorization: string): Promise<unknown[]> => {
      const response = await fetch(url, { method, headers: { authorization } });
      await response.arrayBuffer();
      return [response.status, response.headers.get('allow')];
    };
    expect(await allowed('PUT', 'Bearer s')).toEqual([405, 'POST']);
    expect(await allowed('PUT', 'Bearer t')).toEqual([401, null]);
  });

  it('reads a refused body up to a limit, so that the sender gets to read the refusal', async () => {
    const refuse = createReceiver({ secrets: 's', onDelivery: () => expect.unreachable() });
    let bytesRead = 0;
    const listener = (incoming: IncomingMessage, response: ServerResponse): void => {
      response.once('close', () => (bytesRead = incoming.socket.bytesRead));
      refuse(incoming, response);
    };
    const { post } = await listening(Object.assign(listener, { settled: () => refuse.settled() }));
    const headers = { authorization: 'Bearer t' };
    expect(await post(new Uint8Array(1_000_000), { headers })).toBe(401);
    expect(bytesRead).toBeGreaterThan(1_000_000);
    await post(new Uint8Array(32_000_000), { headers }).catch(() => {});
    await refuse.settled();
    expect(bytesRead).toBeLessThan(16_000_000);
  });

  it('answers 413 to a body that is too long', async () => {
    const sizes: number[] = [];
    const errors: unknown[] = [];
    const listener = createReceiver({
      secrets: 's',
      maxBytes: 1000,
      onDelivery: ({ bytes }) => void sizes.push(bytes),
      onError: (error) => errors.push(error),
    });
    const { post } = await listening(listener);
    expect([await post('x'.repeat(1000)), await post('x'.repeat(1001))]).toEqual([204, 413]);
    await listener.settled();
    expect([sizes, errors]).toEqual([[1000], []]);
  });

  it.each([
    ['256 MiB in memory', 413, createReceiver({ secrets: 's', onDelivery: () => {} })],
    ['whatever arrives with a store', 204, createReceiver({ secrets: 's', onDelivery: () => {}, store: lengthOf })],
  ])('takes %s by default', async (_name, status, listener) => {
    const part = Buffer.alloc(2 ** 24);
    expect(await handOver(listener, [...Array.from({ length: 16 }, () => part), Buffer.alloc(1)])).toMatchObject({
      status,
    });
  });

  it('reads one MiB of what it refuses, and one part more', async () => {
    const listener = createReceiver({ secrets: 'other', onDelivery: () => expect.unreachable() });
    const parts = [2 ** 20, 1, 1, 1].map((bytes) => Buffer.alloc(bytes));
    // The stream reads one part ahead.
    expect(await handOver(listener, parts)).toEqual({ status: 401, partsRead: 2 + 1 });
  });

  it('stores the body while it arrives, before it acknowledges', async () => {
    const log: unknown[] = [];
    const listener = createReceiver({
      secrets: 's',
      store: async (body) => {
        let parts = 0;
        for await (const part of body) parts += part.byteLength > 0 ? 1 : 0;
        log.push('stored');
        return parts > 1;
      },
      onDelivery: ({ body: inParts, bytes }) => void log.push({ inParts, bytes }),
    });
    const { post } = await listening(listener);
    expect(await post(new Uint8Array(4_000_000))).toBe(204);
    await listener.settled();
    expect(log).toEqual(['stored', { inParts: true, bytes: 4_000_000 }]);
  });

  it.each([0, 1])('measures what the store did not care to read after %i parts', async (parts) => {
    const seen: unknown[] = [];
    const listener = createReceiver({
      secrets: 's',
      store: async (stored) => {
        const iterator = stored[Symbol.asyncIterator]();
        for (let part = 0; part < parts; part += 1) await iterator.next();
        await iterator.return?.();
        return 'nothing';
      },
      onDelivery: (delivery) => void seen.push(delivery),
    });
    const { post } = await listening(listener);
    const body = 'x'.repeat(300_000);
    expect(await post(body)).toBe(204);
    await listener.settled();
    expect(seen).toMatchObject([{ body: 'nothing', bytes: body.length, sha256: sha256(body) }]);
  });

  it('answers 500 when the body cannot be stored', async () => {
    const errors: unknown[] = [];
    const listener = createReceiver({
      secrets: 's',
      store: () => Promise.reject(new Error('disk full')),
      onDelivery: () => expect.unreachable(),
      onError: (error, { path }) => errors.push([path, String(error)]),
    });
    const { post } = await listening(listener);
    expect(await post('{}')).toBe(500);
    await listener.settled();
    expect(errors).toEqual([['/hook', 'Error: disk full']]);
  });

  it('survives a handler that throws', async () => {
    const errors: string[] = [];
    const listener = createReceiver({
      secrets: 's',
      onDelivery: () => Promise.reject(new Error('no')),
      onError: (error) => errors.push(String(error)),
    });
    const { post } = await listening(listener);
    expect([await post('{}'), await post('{}')]).toEqual([204, 204]);
    await listener.settled();
    expect(errors).toEqual(['Error: no', 'Error: no']);
  });

  it('survives a sender that goes away half-way, and hands nothing over', async () => {
    const { promise: told, resolve: tell } = Promise.withResolvers<unknown>();
    const listener = createReceiver({ secrets: 's', onDelivery: () => expect.unreachable(), onError: tell });
    const { url, post } = await listening(listener);
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => {
      socket.write('POST / HTTP/1.1\r\nhost: h\r\nauthorization: Bearer s\r\ncontent-length: 100\r\n\r\nhalf', () =>
        socket.destroy(),
      );
    });
    expect(await told).toBeInstanceOf(Error);
    await listener.settled();
    expect(await post('', { headers: {} })).toBe(401);
  });

  it('gets from a sender what that was given, however it is cut', async () => {
    const received: string[] = [];
    const listener = createReceiver({ secrets: 's', onDelivery: ({ sha256 }) => void received.push(sha256) });
    const { url } = await listening(listener);
    const sender = createSender({ clock: systemClock, newNounce: () => 'n' });
    closing.push(() => sender.close());
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 5000 })), async (parts) => {
        const body = async function* (): AsyncGenerator<Uint8Array> {
          yield* parts;
        };
        await sender.deliver({ id: 'r', url, secret: 's' }, { body });
        await listener.settled();
        expect(received.pop()).toBe(sha256(Buffer.concat(parts)));
      }),
      { numRuns: 50 },
    );
  });
});
