import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createSocketServer, type AddressInfo, type Server as SocketServer } from 'node:net';
import { Worker } from 'node:worker_threads';

import { generate } from 'selfsigned';
import { Agent } from 'undici';
import { afterEach, describe, expect, it } from 'vitest';

import {
  type AttemptOutcome,
  createSender,
  createTestClock,
  type DeliveryBody,
  type SenderOptions,
} from '../src/index.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

async function listening(server: SocketServer | Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(
    () =>
      new Promise((resolve) => {
        server.close(resolve);
        if ('closeAllConnections' in server) server.closeAllConnections();
      }),
  );
  // A listening server on TCP has an address with a port.
  return (server.address() as AddressInfo).port;
}

const serving = async (listener: RequestListener): Promise<string> =>
  `http://127.0.0.1:${await listening(createServer(listener))}/`;

function sending(options: Partial<SenderOptions> = {}): ReturnType<typeof createSender> {
  const sender = createSender({ clock: createTestClock(), newNounce: () => 'n', ...options });
  closing.push(() => sender.close());
  return sender;
}

async function outcomeOf(
  sender: ReturnType<typeof createSender>,
  url: string,
  body: DeliveryBody = '{}',
): Promise<AttemptOutcome | undefined> {
  const attempts = await sender.deliver({ id: 'r', url, secret: 's' }, { body: () => body });
  return attempts.at(-1)?.outcome;
}

const turnOfTheEventLoop = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

describe('a certificate', () => {
  const secured = async (): Promise<{ url: string; certificate: string }> => {
    const pems = await generate([{ name: 'commonName', value: '127.0.0.1' }], {
      keyType: 'ec',
      curve: 'P-256',
      extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
    });
    const server = createTlsServer({ key: pems.private, cert: pems.cert }, (_request, response) => response.end());
    return { url: `https://127.0.0.1:${await listening(server)}/`, certificate: pems.cert };
  };

  it('that nobody vouches for is refused, and not retried', async () => {
    const { url } = await secured();
    const attempts = await sending().deliver({ id: 'r', url, secret: 's' }, { body: () => '{}' });
    expect(attempts).toMatchObject([{ outcome: { kind: 'failed', reason: 'tls' }, next: 'given-up' }]);
  });

  it('that is trusted is taken', async () => {
    const { url, certificate } = await secured();
    const dispatcher = new Agent({ connect: { ca: certificate } });
    closing.push(() => dispatcher.close());
    expect(await outcomeOf(sending({ dispatcher }), url)).toEqual({ kind: 'answered', status: 200 });
  });

  it('is missed where a plain server listens', async () => {
    const url = await serving((_request, response) => response.end());
    const outcome = await outcomeOf(sending(), url.replace('http:', 'https:'));
    expect(outcome).toMatchObject({ kind: 'failed', reason: 'tls' });
  });
});

/** Answers what has hardly begun, closes the connection, and says so. */
const ANSWERS_AND_CLOSES = `
  const { parentPort, workerData: closed } = require('node:worker_threads');
  const server = require('node:net').createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      socket.write('HTTP/1.1 413 Payload Too Large\\r\\ncontent-length: 0\\r\\nconnection: close\\r\\n\\r\\n');
      socket.destroySoon();
    });
    socket.once('close', () => {
      Atomics.store(closed, 0, 1);
      Atomics.notify(closed, 0);
    });
  });
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;

describe('a streamed body', () => {
  const CHUNK = new Uint8Array(65_536).fill(32);

  function counting(chunks: number): { body: AsyncIterable<Uint8Array>; made: () => number; ended: Promise<void> } {
    let made = 0;
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    const body = async function* (): AsyncGenerator<Uint8Array> {
      try {
        for (; made < chunks; made += 1) yield CHUNK;
      } finally {
        resolve();
      }
    };
    return { body: body(), made: () => made, ended };
  }

  it('is made no faster than the receiver reads', async () => {
    const { promise: go, resolve: read } = Promise.withResolvers<void>();
    let received = 0;
    const url = await serving((request, response) => {
      request.on('end', () => response.end());
      void go.then(() => request.on('data', (chunk: Buffer) => (received += chunk.length)));
    });
    const { body, made } = counting(1024);
    const delivered = outcomeOf(sending(), url, body);
    let still = 0;
    for (let before = -1; still < 100; still = made() === before ? still + 1 : 0) {
      before = made();
      await turnOfTheEventLoop();
    }
    const ahead = made();
    read();
    expect(await delivered).toEqual({ kind: 'answered', status: 200 });
    expect(received).toBe(1024 * CHUNK.length);
    expect(ahead).toBeGreaterThan(0);
    expect(ahead).toBeLessThan(512);
  });

  it('ends when time is up', async () => {
    const clock = createTestClock();
    const { promise: arrived, resolve } = Promise.withResolvers<void>();
    const url = await serving((request) => {
      request.on('error', () => {});
      resolve();
    });
    const { body, ended } = counting(Number.POSITIVE_INFINITY);
    const sender = sending({ clock });
    const delivered = outcomeOf(sender, url, body);
    await arrived;
    await clock.advance(30_000);
    expect(await delivered).toEqual({ kind: 'timed-out' });
    await ended;
  });

  it('ends early when the receiver answers early', async () => {
    const url = await serving((_request, response) => response.writeHead(413).end());
    const { body, made, ended } = counting(1024);
    expect(await outcomeOf(sending(), url, body)).toEqual({ kind: 'answered', status: 413 });
    await ended;
    expect(made()).toBeLessThan(1024);
  });

  it('loses no answer that arrived before the receiver closed the connection', async () => {
    // The receiver has a thread of its own, so that it closes while this one waits with the next part in its hand.
    const closed = new Int32Array(new SharedArrayBuffer(4));
    const receiver = new Worker(ANSWERS_AND_CLOSES, { eval: true, workerData: closed });
    closing.push(() => receiver.terminate());
    const [port] = await once(receiver, 'message');
    const body = async function* (): AsyncGenerator<Uint8Array> {
      yield CHUNK;
      await turnOfTheEventLoop();
      Atomics.wait(closed, 0, 0);
      for (let part = 0; part < 64; part += 1) yield CHUNK;
    };
    const outcome = await outcomeOf(sending(), `http://127.0.0.1:${String(port)}/`, body());
    expect(outcome).toEqual({ kind: 'answered', status: 413 });
  });

  it('that the receiver cuts off is a broken connection', async () => {
    const server = createSocketServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => socket.resetAndDestroy());
    });
    const url = `http://127.0.0.1:${await listening(server)}/`;
    const { body, ended } = counting(1024);
    expect(await outcomeOf(sending(), url, body)).toMatchObject({ kind: 'failed', reason: 'reset' });
    await ended;
  });

  it('that cannot be made to its end is our failure, not the receiver’s', async () => {
    const url = await serving((request, response) => {
      request.on('error', () => {});
      request.on('end', () => response.end()).resume();
    });
    const body = async function* (): AsyncGenerator<Uint8Array> {
      yield CHUNK;
      await turnOfTheEventLoop();
      throw new Error('no more parts');
    };
    const sender = sending();
    await expect(outcomeOf(sender, url, body())).rejects.toThrow('no more parts');
    expect(sender.inFlight).toBe(0);
  });
});

describe('an answer', () => {
  it('counts as soon as its headers are there, and its endless body is cut', async () => {
    const { promise: cut, resolve } = Promise.withResolvers<void>();
    const url = await serving((_request, response) => {
      response.on('close', resolve);
      response.writeHead(200);
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    });
    expect(await outcomeOf(sending(), url)).toEqual({ kind: 'answered', status: 200 });
    await cut;
  });

  it('counts as soon as its headers are there, and a body that hangs is cut when time is up', async () => {
    const clock = createTestClock();
    const { promise: cut, resolve } = Promise.withResolvers<void>();
    const url = await serving((_request, response) => {
      response.on('close', resolve);
      response.writeHead(503).write('wait');
    });
    const sender = sending({ clock, policy: { maxRetries: 0 } });
    expect(await outcomeOf(sender, url)).toEqual({ kind: 'answered', status: 503 });
    expect(sender.inFlight).toBe(0);
    await clock.advance(30_000);
    await cut;
    expect(clock.scheduled).toBe(0);
  });

  it('that is informational does not end the wait', async () => {
    const url = await serving((_request, response) => {
      response.writeProcessing();
      response.writeHead(204).end();
    });
    expect(await outcomeOf(sending(), url)).toEqual({ kind: 'answered', status: 204 });
  });

  it('keeps the connection no longer than one attempt', async () => {
    let connections = 0;
    const asked: unknown[] = [];
    const server = createServer((request, response) => {
      asked.push(request.headers.connection);
      response.end();
    });
    server.on('connection', () => (connections += 1));
    const url = `http://127.0.0.1:${await listening(server)}/`;
    const sender = sending();
    await outcomeOf(sender, url);
    await outcomeOf(sender, url);
    expect([connections, asked]).toEqual([2, ['close', 'close']]);
  });

  it.each([
    ['that is no HTTP', 'SSH-2.0-OpenSSH_9.2\r\n'],
    ['that stops within its headers', 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n'],
    ['whose headers are too long', `HTTP/1.1 200 OK\r\nx-long: ${'x'.repeat(100_000)}\r\n\r\n`],
  ])('%s is a broken connection', async (_what, text) => {
    const server = createSocketServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => socket.end(text));
    });
    const outcome = await outcomeOf(sending(), `http://127.0.0.1:${await listening(server)}/`);
    expect(outcome).toMatchObject({ kind: 'failed', reason: 'reset' });
  });
});
