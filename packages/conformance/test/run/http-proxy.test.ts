import { createServer, request as forward } from 'node:http';
import { connect, type AddressInfo } from 'node:net';

import { cameraForm, createMock, DEFAULT_TOKEN } from '@idvkit/mock';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';

import { runConformance } from '../../src/index.ts';

/** A name that no resolver knows: whoever reaches it went through the proxy. */
const HOST = 'staging.invalid';

afterEach(() => {
  vi.unstubAllEnvs();
});

/** Starts a proxy that takes CONNECT and whole addresses, and leads whoever asks for {@link HOST} to `port` of this machine. */
async function startProxy(port: number): Promise<{ readonly url: string; readonly asked: string[] }> {
  const asked: string[] = [];
  const proxy = createServer((incoming, response) => {
    const { host, pathname, search } = new URL(incoming.url ?? '');
    asked.push(host);
    const { method } = incoming;
    // A mock answers only to names of this machine.
    const headers = { ...incoming.headers, host: `127.0.0.1:${port}` };
    const outgoing = forward({ port, host: '127.0.0.1', path: pathname + search, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    incoming.pipe(outgoing);
  });
  proxy.on('connect', ({ url = '' }, socket) => {
    asked.push(url);
    const [host = ''] = url.split(':');
    const upstream = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      if (host === HOST) upstream.pipe(socket).pipe(upstream);
      else socket.destroy();
    });
    upstream.on('error', () => socket.destroy());
    socket.on('error', () => upstream.destroy());
    socket.on('close', () => upstream.destroy());
  });
  await new Promise<void>((resolve) => {
    proxy.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => void proxy.close());
  // A listening server on TCP has an address with a port.
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, asked };
}

async function startMock(): Promise<number> {
  const mock = createMock();
  onTestFinished(() => mock.close());
  const { url } = await mock.listen({ port: 0 });
  return Number(new URL(url).port);
}

const run = (baseUrl: string) =>
  runConformance({
    baseUrl,
    formSlug: cameraForm.slug,
    token: DEFAULT_TOKEN,
    portal: 'never',
    ledger: false,
    only: ['create.form-unknown.404'],
    ratePerSecond: 1000,
    seed: 7,
  });

describe('an HTTP proxy of the environment', () => {
  it('leads to the service', async () => {
    const proxy = await startProxy(await startMock());
    vi.stubEnv('HTTP_PROXY', proxy.url);
    const { problem, outcomes } = await run(`http://${HOST}`);

    expect(problem).toBeUndefined();
    expect(outcomes.map(({ verdict }) => verdict)).toEqual(['passed']);
    expect(new Set(proxy.asked)).toEqual(new Set([HOST]));
  });

  it('is asked for a tunnel to a service over HTTPS', async () => {
    const proxy = await startProxy(await startMock());
    vi.stubEnv('HTTPS_PROXY', proxy.url);
    const { problem } = await run(`https://${HOST}`);

    // The mock speaks no TLS: that the handshake with it fails shows that the tunnel led there.
    expect(problem?.message).toContain('no TLS connection comes about');
    expect(new Set(proxy.asked)).toEqual(new Set([`${HOST}:443`]));
  });

  it('is never used for this machine', async () => {
    const port = await startMock();
    const proxy = await startProxy(port);
    vi.stubEnv('HTTP_PROXY', proxy.url);

    expect((await run(`http://127.0.0.1:${port}`)).problem).toBeUndefined();
    expect(proxy.asked).toEqual([]);
  });

  it('is not used for a host in NO_PROXY', async () => {
    const proxy = await startProxy(await startMock());
    vi.stubEnv('HTTP_PROXY', proxy.url);
    vi.stubEnv('NO_PROXY', HOST);

    expect((await run(`http://${HOST}`)).problem?.code).toBe('target-unreachable');
    expect(proxy.asked).toEqual([]);
  });

  it.each([
    ['HTTPS_PROXY', 'https', 'Calls go through the proxy in HTTPS_PROXY: check it, or list the host in NO_PROXY.'],
    [undefined, 'https', 'If only an HTTP proxy leads out, set HTTPS_PROXY.'],
    [undefined, 'http', 'If only an HTTP proxy leads out, set HTTP_PROXY.'],
  ])('is named where the service cannot be reached: %s, %s', async (variable, scheme, hint) => {
    for (const name of ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy']) vi.stubEnv(name, '');
    if (variable !== undefined) vi.stubEnv(variable, 'http://127.0.0.1:1');
    const { problem } = await run(`${scheme}://${HOST}`);

    expect(problem).toMatchObject({ code: 'target-unreachable', fix: expect.stringContaining(hint) });
  });
});
