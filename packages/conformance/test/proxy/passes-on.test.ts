import { once } from 'node:events';
import { request, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';

import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';

import { startProxy, type Proxy, type ProxyOptions } from '../../src/index.ts';
import { answering, call, exchangeBytes, type Answering } from './wire.ts';

const CREATE = '/en/api/forms/kyc/create/';
const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

async function between(
  listener: Listener,
  options: Partial<ProxyOptions> = {},
): Promise<Proxy & { service: Answering }> {
  const service = await answering(listener);
  const proxy = await startProxy({ upstream: service.url, ...options });
  closing.push(service.close, proxy.close);
  return Object.assign(proxy, { service });
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

describe('what goes through a proxy', () => {
  it('keeps its bytes in both directions, whatever they are and however they are cut', async () => {
    const { url } = await between((incoming, outgoing) => {
      outgoing.writeHead(200, { 'content-type': 'application/octet-stream' });
      incoming.pipe(outgoing);
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.uint8Array({ minLength: 1, maxLength: 70_000 }), { maxLength: 6 }),
        async (parts) => {
          const outgoing = request(url + CREATE, { method: 'POST' });
          for (const part of parts) outgoing.write(part);
          outgoing.end();
          const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
          expect((await bodyOf(answer)).equals(Buffer.concat(parts))).toBe(true);
        },
      ),
      { numRuns: 25 },
    );
  });

  it('keeps method, path and query, and headers with their order, case and repeats', async () => {
    let seen: readonly [string | undefined, string | undefined, readonly string[]] | undefined;
    const { url, service } = await between((incoming, outgoing) => {
      seen = [incoming.method, incoming.url, incoming.rawHeaders];
      outgoing.writeHead(207, 'Many', ['X-b', '1', 'x-A', '2', 'x-b', '3', 'Connection', 'x-own', 'X-Own', 'hop']);
      outgoing.end('{}');
    });
    const text = await exchangeBytes(
      url,
      'PATCH /a/%7e/../b?q=%20+%C3%A9&q HTTP/1.1\r\nX-One: 1\r\nhOST: LOCALHOST:1\r\nx-two:  two\r\nX-One: again\r\n' +
        'Connection: close, X-Mine\r\nX-Mine: hop\r\nKeep-Alive: 5\r\nTE: trailers\r\nUpgrade: h2c\r\n\r\n',
    );
    const [method, path, headers] = seen ?? [];
    expect([method, path]).toEqual(['PATCH', '/a/%7e/../b?q=%20+%C3%A9&q']);
    const pairs = headers?.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${headers[index + 1]}`] : []));
    expect(pairs).toEqual([
      `Host: 127.0.0.1:${service.port}`,
      'X-One: 1',
      'x-two: two',
      'X-One: again',
      'Via: 1.1 idvkit',
      'Content-Length: 0',
      'Connection: keep-alive',
    ]);
    expect(text).toMatch(/^HTTP\/1\.1 207 Many\r\n/);
    expect(text).toMatch(/X-b: 1\r\nx-A: 2\r\nx-b: 3\r\n/);
    expect(text).not.toContain('hop');
  });

  it('answers to names of this machine alone', async () => {
    let calls = 0;
    const { url } = await between((_, outgoing) => {
      calls += 1;
      outgoing.end('{}');
    });
    const statusFor = async (host: string): Promise<string | undefined> =>
      /^HTTP\/1\.1 (\d+)/.exec(
        await exchangeBytes(url, `GET ${CREATE} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
      )?.[1];
    for (const host of ['rebound.example', 'localhost.example', '127.0.0.1.example:80', 'x@127.0.0.1', '']) {
      expect([host, await statusFor(host)]).toEqual([host, '421']);
    }
    expect(calls).toBe(0);
    for (const host of ['localhost', '127.0.0.1:4011', '[::1]:4011']) {
      expect([host, await statusFor(host)]).toEqual([host, '200']);
    }
    expect(calls).toBe(3);
  });

  it('takes a request line with an address in it, and goes nowhere but to the service', async () => {
    const { url } = await between((incoming, outgoing) => outgoing.end(incoming.url));
    const text = await exchangeBytes(
      url,
      'GET http://127.0.0.1:1/else?x HTTP/1.1\r\nHost: 127.0.0.1:1\r\nConnection: close\r\n\r\n',
    );
    expect(text).toContain('/else?x');
  });

  it('keeps trailers in both directions', async () => {
    let received: NodeJS.Dict<string> = {};
    const { url } = await between((incoming, outgoing) => {
      incoming.resume().on('end', () => {
        received = incoming.trailers;
        outgoing.writeHead(200, { trailer: 'x-sum' });
        outgoing.write('part');
        outgoing.addTrailers({ 'x-sum': 'down' });
        outgoing.end();
      });
    });
    const outgoing = request(url + CREATE, { method: 'POST', headers: { trailer: 'x-sum' } });
    outgoing.write('part');
    outgoing.addTrailers({ 'x-sum': 'up' });
    outgoing.end();
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    await bodyOf(answer);
    expect([received['x-sum'], answer.trailers['x-sum']]).toEqual(['up', 'down']);
  });

  it('keeps answers without a body as they are', async () => {
    const { url } = await between((incoming, outgoing) => {
      if (incoming.method === 'HEAD') outgoing.writeHead(200, { 'content-length': 57 });
      else outgoing.writeHead(204);
      outgoing.end();
    });
    const head = await call(url + CREATE, { method: 'HEAD' });
    const empty = await call(url + CREATE, { method: 'POST' });
    expect([head.answer.headers['content-length'], head.body.length]).toEqual(['57', 0]);
    expect([empty.answer.statusCode, empty.answer.headers['transfer-encoding']]).toEqual([204, undefined]);
  });

  it('does not wait for the rest of a body before it passes on the beginning', async () => {
    const { url } = await between((incoming, outgoing) => {
      // The answer begins once the first part is here, and ends after the second one.
      incoming.once('data', (first: Buffer) => {
        outgoing.write(first);
        incoming.on('data', (chunk: Buffer) => outgoing.write(chunk)).on('end', () => outgoing.end());
      });
    });
    const outgoing = request(url + CREATE, { method: 'POST' });
    outgoing.write('first');
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    const [chunk] = (await once(answer, 'data')) as [Buffer];
    expect(chunk.toString()).toBe('first');
    outgoing.end('second');
    expect((await bodyOf(answer)).toString()).toBe('second');
  });

  it('asks the service whether a body may come, where the client asks', async () => {
    const service = await answering(() => {});
    closing.push(service.close);
    const { createServer } = await import('node:http');
    const refusing = createServer();
    refusing.on('checkContinue', (incoming: IncomingMessage, outgoing: ServerResponse) => {
      if (incoming.url?.endsWith('/no') === true) {
        outgoing.writeHead(413).end();
        return;
      }
      outgoing.writeContinue();
      incoming.pipe(outgoing);
    });
    await once(refusing.listen(0, '127.0.0.1'), 'listening');
    closing.push(async () => {
      refusing.closeAllConnections();
      refusing.close();
    });
    // As above: it listens.
    const { port } = refusing.address() as { readonly port: number };
    const proxy = await startProxy({ upstream: `http://127.0.0.1:${port}` });
    closing.push(proxy.close);

    const asked = request(`${proxy.url}/yes`, { method: 'POST', headers: { expect: '100-continue' } });
    asked.flushHeaders();
    await once(asked, 'continue');
    asked.end('body');
    const [taken] = (await once(asked, 'response')) as [IncomingMessage];
    expect((await bodyOf(taken)).toString()).toBe('body');

    const refused = request(`${proxy.url}/no`, { method: 'POST', headers: { expect: '100-continue' } });
    refused.on('error', () => {});
    refused.flushHeaders();
    const [answer] = (await once(refused, 'response')) as [IncomingMessage];
    expect(answer.statusCode).toBe(413);
    refused.destroy();
  });

  it('goes no faster than it is taken', async () => {
    const chunk = Buffer.alloc(2 ** 16);
    const total = 400; // 25 MB, far beyond what sockets hold.
    let written = 0;
    let stalled: () => void = () => {};
    const isStalled = new Promise<void>((resolve) => {
      stalled = resolve;
    });
    const { url } = await between((_, outgoing) => {
      outgoing.writeHead(200, { 'content-length': total * chunk.length });
      const go = (): void => {
        while (written < total) {
          written += 1;
          if (outgoing.write(chunk)) continue;
          stalled();
          outgoing.once('drain', go);
          return;
        }
        outgoing.end();
      };
      go();
    });
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write(`GET ${CREATE} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    await isStalled;
    expect(written).toBeLessThan(total);
    let received = 0;
    socket.on('data', (data: Buffer) => (received += data.length));
    await once(socket, 'close');
    expect(received).toBeGreaterThan(total * chunk.length);
  });
});

describe('who goes away', () => {
  it('is gone for the service too, where it is the client', async () => {
    let gone: () => void = () => {};
    const isGone = new Promise<void>((resolve) => {
      gone = resolve;
    });
    let arrived: () => void = () => {};
    const hasArrived = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const failures: string[] = [];
    const proxy = await between(
      (incoming) => {
        incoming.on('error', () => {}).on('close', gone);
        arrived();
      },
      { onFailure: (why) => failures.push(why) },
    );
    const outgoing = request(proxy.url + CREATE, { method: 'POST' });
    outgoing.on('error', () => {});
    outgoing.write('half');
    await hasArrived;
    outgoing.destroy();
    await isGone;
    const { observations } = await proxy.close();
    expect(observations).toMatchObject([{ kind: 'exchange', failure: 'the client closed the connection' }]);
    expect(failures).toEqual(['No whole answer from the service: the client closed the connection']);
  });

  it('is gone for the client too, where it is the service in the middle of an answer', async () => {
    const proxy = await between((_, outgoing) => {
      outgoing.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 });
      outgoing.write('{"half":', () => outgoing.destroy());
    });
    const outgoing = request(proxy.url + CREATE, { method: 'POST' });
    outgoing.end();
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    await expect(bodyOf(answer)).rejects.toThrow('aborted');
    const { observations, outcomes } = await proxy.close();
    expect(observations).toMatchObject([{ failure: 'the connection was lost in the middle of the answer' }]);
    expect(outcomes.filter(({ failures }) => failures > 0)).toEqual([]);
  });

  it('answers 502 where the service does not, and judges that not', async () => {
    const service = await answering(() => {});
    await service.close();
    const proxy = await startProxy({ upstream: service.url });
    const { answer, body } = await call(proxy.url + CREATE, { method: 'POST', body: 'x'.repeat(100_000) });
    expect([answer.statusCode, body.toString()]).toEqual([
      502,
      `idvkit proxy: no answer from ${service.url}: connection refused\n`,
    ]);
    const { observations, outcomes } = await proxy.close();
    expect(observations).toMatchObject([{ failure: 'connection refused' }]);
    expect(outcomes.every(({ verdict }) => verdict === 'not-exercised')).toBe(true);
  });

  it('makes a read again on a new connection where the old one was closed meanwhile', async () => {
    let calls = 0;
    const { url } = await between((incoming, outgoing) => {
      calls += 1;
      // The second call meets a connection that is being cut.
      if (calls === 2) incoming.socket.resetAndDestroy();
      else outgoing.end('here');
    });
    await call(url + CREATE);
    const { answer, body } = await call(url + CREATE);
    expect([answer.statusCode, body.toString(), calls]).toEqual([200, 'here', 3]);
  });
});

describe('what a proxy keeps', () => {
  it('is bounded: what is beyond goes through and is not judged', async () => {
    const { url, close, notKept } = await between(
      (_, outgoing) => {
        outgoing.writeHead(201, { 'content-type': 'application/json' });
        outgoing.end(`{"detail":"${'x'.repeat(5000)}"}`);
      },
      { limits: { bodyBytes: 1000, calls: 2 } },
    );
    expect(notKept).toEqual({ other: 0, preflight: 0, calls: 0, bodies: 0 });
    for (let index = 0; index < 3; index += 1) {
      const { body } = await call(url + CREATE, { method: 'POST', headers: { authorization: 'Bearer t' } });
      expect(body.length).toBe(5013);
    }
    await call(`${url}/elsewhere`);
    const run = await close();
    expect(run.observations).toHaveLength(2);
    expect(run.observations[0]).toMatchObject({ response: { body: { size: 5013, truncated: true } } });
    expect(run.complete).toBe(false);
    expect(run.stopped).toBe('1 call went through that was not kept to be judged');
    // What is wrong with a body is not to be seen in its beginning.
    expect(run.outcomes.filter(({ failures }) => failures > 0)).toEqual([]);
  });

  it.each(['gzip', 'x-gzip, identity'])('is unpacked to be judged (%s), and goes through packed', async (coding) => {
    const packed = gzipSync('{"error":{"status_code":404,"message":"Not Found","detail":"No such form"}}');
    const { url, close } = await between((_, outgoing) => {
      outgoing.writeHead(404, { 'content-type': 'application/json', 'content-encoding': coding });
      outgoing.end(packed);
    });
    const { body } = await call(url + CREATE, { method: 'POST' });
    expect(body.equals(packed)).toBe(true);
    const { outcomes } = await close();
    const envelope = outcomes.find(({ rule }) => rule.id === 'error.envelope.shape');
    expect(envelope).toMatchObject({ verdict: 'passed' });
  });

  it('is not judged where it cannot be unpacked', async () => {
    const { url, close } = await between((_, outgoing) => {
      outgoing.writeHead(404, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
      outgoing.end('no gzip');
    });
    await call(url + CREATE, { method: 'POST' });
    const { outcomes } = await close();
    expect(outcomes.filter(({ verdict }) => verdict !== 'not-exercised')).toEqual([]);
  });
});
