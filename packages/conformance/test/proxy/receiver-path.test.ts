import { afterEach, describe, expect, it } from 'vitest';

import { startProxy } from '../../src/index.ts';
import { answering, call, exchangeBytes } from './wire.ts';

const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** A proxy with a receiver behind it; `seen` lists what reaches receiver and service. */
async function withReceiver(): Promise<{ readonly url: string; readonly seen: string[] }> {
  const seen: string[] = [];
  const receiver = await answering((incoming, outgoing) => {
    seen.push(`receiver ${incoming.method} ${incoming.url}`);
    outgoing.writeHead(202, { 'x-inside': 'secret' });
    outgoing.end('a body of the application');
  });
  const service = await answering((incoming, outgoing) => {
    seen.push(`service ${incoming.method} ${incoming.url}`);
    outgoing.end('{}');
  });
  const proxy = await startProxy({ upstream: service.url, receiverTo: `${receiver.url}/hook` });
  closing.push(receiver.close, service.close, proxy.close);
  return { url: proxy.url, seen };
}

async function answerTo(url: string, line: string, ...headers: readonly string[]): Promise<string> {
  const head = [`${line} HTTP/1.1`, ...headers, 'Content-Length: 0', 'Connection: close', '', ''].join('\r\n');
  return exchangeBytes(url, head);
}

describe('the path of deliveries', () => {
  it('leads to the receiver, and gives a foreign host nothing but the status', async () => {
    const { url, seen } = await withReceiver();
    const { answer, body } = await call(`${url}/_receiver?k=1`, { method: 'POST', body: '{}' });
    expect([answer.statusCode, answer.headers['x-inside'], body.toString()]).toEqual([
      202,
      'secret',
      'a body of the application',
    ]);
    const foreign = await answerTo(url, 'POST /_receiver', 'Host: tunnel.example');
    expect(foreign).toMatch(/^HTTP\/1\.1 202 /);
    expect(foreign).not.toMatch(/x-inside|application/);
    expect(seen).toEqual(['receiver POST /hook?k=1', 'receiver POST /hook']);
  });

  it.each([
    '/_receiver/../admin',
    '/_receiver/%2e%2e/admin',
    '/_receiver/.%2E/admin',
    '/_receiver/admin',
    '/_receiver//admin',
    String.raw`/_receiver\..\admin`,
    '/_receiver/%5c..%5cadmin',
    '/_receiver..',
    '/_receiverx',
    'http://127.0.0.1/_receiver/../admin',
  ])('does not lead anywhere else: %s', async (path) => {
    const { url, seen } = await withReceiver();
    for (const host of ['tunnel.example', '127.0.0.1']) {
      expect(await answerTo(url, `POST ${path}`, `Host: ${host}`)).toMatch(/^HTTP\/1\.1 404 /);
    }
    expect(seen).toEqual([]);
  });

  it.each(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS'])('takes no %s', async (method) => {
    const { url, seen } = await withReceiver();
    expect(await answerTo(url, `${method} /_receiver`, 'Host: tunnel.example')).toMatch(/^HTTP\/1\.1 405 /);
    expect(seen).toEqual([]);
  });

  it('says nothing of what is behind it where the receiver does not answer', async () => {
    const gone = await answering(() => {});
    await gone.close();
    const service = await answering((_, outgoing) => outgoing.end('{}'));
    const proxy = await startProxy({ upstream: service.url, receiverTo: gone.url });
    closing.push(service.close, proxy.close);
    const answer = await answerTo(proxy.url, 'POST /_receiver', 'Host: tunnel.example');
    expect(answer).toMatch(/^HTTP\/1\.1 502 /);
    expect(answer).not.toContain(String(gone.port));
  });
});

describe('pages of other hosts', () => {
  it.each(['http://evil.example', 'https://127.0.0.1.evil.example', 'null', 'ftp://127.0.0.1'])(
    'cannot call from %s',
    async (origin) => {
      const { url, seen } = await withReceiver();
      const headers = ['Host: 127.0.0.1', `Origin: ${origin}`];
      expect(await answerTo(url, 'POST /en/api/forms/kyc/create/', ...headers)).toMatch(/^HTTP\/1\.1 403 /);
      expect(await answerTo(url, 'POST /_receiver', ...headers)).toMatch(/^HTTP\/1\.1 403 /);
      expect(seen).toEqual([]);
    },
  );

  it('cannot call with an image, which sends no Origin', async () => {
    const { url, seen } = await withReceiver();
    const headers = ['Host: 127.0.0.1', 'Sec-Fetch-Site: cross-site'];
    expect(await answerTo(url, 'GET /en/api/forms/kyc/applied-forms/x/info/', ...headers)).toMatch(/^HTTP\/1\.1 403 /);
    expect(seen).toEqual([]);
  });

  it('can if they are of this machine', async () => {
    const { url, seen } = await withReceiver();
    await answerTo(url, 'POST /en/api/forms/kyc/create/', 'Host: localhost', 'Origin: http://localhost:5173');
    expect(seen).toEqual(['service POST /en/api/forms/kyc/create/']);
  });
});
