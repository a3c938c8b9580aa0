import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createTestIo, type TestIo } from '@idvkit/cli-kit/testing';
import { request } from 'undici';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { main } from './command-line.ts';

let cwd: string;
let receiver: Server;
let received: string[];

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'idvkit-listen-'));
  received = [];
  receiver = createServer((incoming, response) => {
    received.push(String(incoming.headers.authorization));
    incoming.resume().on('end', () => response.writeHead(204).end());
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
});

afterEach(async () => {
  receiver.closeAllConnections();
  await new Promise((resolve) => receiver.close(resolve));
  await rm(cwd, { recursive: true });
});

/** Starts `idvkit listen` and waits for its addresses. */
async function listening() {
  const io: TestIo = createTestIo({ cwd, env: { IDV_WEBHOOK_SECRET: 'hush' }, isTTY: true });
  // A server that listens on a port has an address with one.
  const to = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  const running = main(['listen', '--to', to, '--port', '0', '--ui-port', '0'], io);
  await expect.poll(() => io.stderrText).toContain('Ctrl-C ends it.');
  const [, webhook = '', page = ''] = /Webhook: (\S+)\n[^]*Page: +(\S+)\n/.exec(io.stderrText) ?? [];
  return { io, running, to, webhook, page };
}

it('keeps a delivery, passes it on and shows it on the page', async () => {
  const { io, running, webhook, page } = await listening();
  const headers = { authorization: 'Bearer hush', 'content-type': 'application/json' };
  const { statusCode } = await request(webhook, { method: 'POST', headers, body: '{"event":{"type":"submit_form"}}' });
  expect(statusCode).toBe(204);
  await expect.poll(() => received).toEqual(['Bearer hush']);
  await expect.poll(() => io.stdoutText).toContain('submit_form');
  expect((await request(page)).statusCode).toBe(200);
  io.interrupt();
  expect(await running).toBe(0);
  expect(io.stderrText.split('\n').filter((line) => line.length > 80 && !line.includes('/#token='))).toEqual([]);
  expect(io.stderrText).toMatch(/\n1 captured, 1 forwarded\n$/);
  // Or the end of a connection that was open.
  for (const url of [webhook, page]) await expect(request(url)).rejects.toThrow(/ECONNREFUSED|other side closed/);
});

it('offers the receiver of --to on the page', async () => {
  const { io, running, to, page } = await listening();
  const { origin, hash } = new URL(page);
  const authorization = `Bearer ${new URLSearchParams(hash.slice(1)).get('token')}`;
  const { body } = await request(`${origin}/page`, { method: 'POST', headers: { authorization } });
  expect(await body.text()).toContain(`value="${to}"`);
  io.interrupt();
  expect(await running).toBe(0);
});

it('ends if the page cannot be served, and frees the port of the webhook', async () => {
  // A server that listens on a port has an address with one.
  const { port } = receiver.address() as AddressInfo;
  const io = createTestIo({ cwd });
  const argv = ['listen', '--to', 'http://127.0.0.1:1/', '--port', '0', '--ui-port', String(port)];
  expect(await main(argv, io)).toBe(2);
  expect(io.stderrText).toContain(`Cannot listen on port ${port}: it is in use.`);
});
