import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

import { describe, expect, it } from 'vitest';

import { startProxy } from '../../src/index.ts';
import { call } from './wire.ts';

const CREATE = '/en/api/forms/kyc/create/';

/** A server that answers the first request on each connection with these bytes, and leaves it open. */
async function saying(text: string): Promise<AsyncDisposable & { readonly url: string }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    socket.once('data', () => socket.write(text));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // A server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

describe('a service that switches protocols unasked', () => {
  it.each([
    ['says to which', 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n\x81\x00'],
    ['does not say to which', 'HTTP/1.1 101 Switching Protocols\r\n\r\n'],
  ])('has its call answered with 502, where it %s, and the proxy goes on', async (_, text) => {
    await using service = await saying(text);
    const proxy = await startProxy({ upstream: service.url });
    for (const body of [undefined, 'x'.repeat(200_000)]) {
      const answered = await call(proxy.url + CREATE, { method: 'POST', ...(body === undefined ? {} : { body }) });
      expect([answered.answer.statusCode, answered.body.toString()]).toEqual([
        502,
        `idvkit proxy: no answer from ${service.url}: it switched protocols, which was not asked for\n`,
      ]);
    }
    const { observations, outcomes } = await proxy.close();
    expect(observations).toMatchObject([
      { failure: 'it switched protocols, which was not asked for' },
      { failure: 'it switched protocols, which was not asked for' },
    ]);
    expect(outcomes.filter(({ verdict }) => verdict !== 'not-exercised')).toEqual([]);
  });
});
