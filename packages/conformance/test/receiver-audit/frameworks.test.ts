import type { AddressInfo } from 'node:net';

import { serve } from '@hono/node-server';
import { createTestIo } from '@idvkit/cli-kit/testing';
import express, { type ErrorRequestHandler } from 'express';
import Fastify from 'fastify';
import { Hono } from 'hono';
import { bearerAuth } from 'hono/bearer-auth';
import { HTTPException } from 'hono/http-exception';
import { describe, expect, it } from 'vitest';

import { auditReceiver } from '../../src/lib/receiver-audit/run-receiver-audit.ts';
import { createMain } from '../command-line.ts';
import { SECRET } from './test-receiver.ts';

const BODY_LIMIT = 80_000_000;

/** A receiver as its developer wrote it, listening on loopback. */
interface Listening extends AsyncDisposable {
  readonly url: string;
}

async function expressReceiver(limit?: number): Promise<Listening> {
  const app = express();
  app.use((request, response, next) => {
    if (request.get('authorization') === `Bearer ${SECRET}`) next();
    else response.sendStatus(401);
  });
  app.use(express.json(limit === undefined ? {} : { limit }));
  app.post('/hooks/idv', (request, response) => {
    const { event } = request.body as { event?: { type: string } };
    // Express takes an empty body for `{}`.
    if (limit !== undefined && event === undefined) response.sendStatus(400);
    else response.status(200).send((event as { type: string }).type);
  });
  const quiet: ErrorRequestHandler = (error: { status?: number }, _request, response, _next) => {
    response.sendStatus(error.status ?? 500);
  };
  app.use(quiet);
  const { promise, resolve } = Promise.withResolvers<void>();
  const server = app.listen(0, '127.0.0.1', () => resolve());
  await promise;
  return {
    // A listening server on TCP has an address with a port.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks/idv`,
    [Symbol.asyncDispose]: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

async function fastifyReceiver(limit?: number): Promise<Listening> {
  const app = Fastify({ forceCloseConnections: true, ...(limit === undefined ? {} : { bodyLimit: limit }) });
  app.post('/hooks/idv', {
    onRequest: async (request, reply) => {
      if (request.headers.authorization !== `Bearer ${SECRET}`) await reply.code(401).send();
    },
    handler: (_request, reply) => reply.code(204).send(),
  });
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  return { url: `${origin}/hooks/idv`, [Symbol.asyncDispose]: () => app.close() };
}

async function honoReceiver(checks: boolean): Promise<Listening> {
  const app = new Hono();
  // By itself it writes errors to the console.
  app.onError((error, context) => (error instanceof HTTPException ? error.getResponse() : context.text('failed', 500)));
  app.post('/hooks/idv', bearerAuth({ token: SECRET }), async (context) => {
    if (!checks) {
      const { event } = await context.req.json<{ event: { type: string } }>();
      return context.text(event.type);
    }
    const body = await context.req.json<{ event: { type: string } }>().catch(() => undefined);
    return body === undefined ? context.text('not JSON', 400) : context.text(body.event.type);
  });
  const { promise, resolve } = Promise.withResolvers<number>();
  const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => resolve(port));
  return {
    url: `http://127.0.0.1:${await promise}/hooks/idv`,
    [Symbol.asyncDispose]: () =>
      new Promise((closed) => {
        server.close(() => closed());
        if ('closeAllConnections' in server) server.closeAllConnections();
      }),
  };
}

/** Audits a receiver with the command, in bodies of up to 2.5 MB. */
async function auditOf(receiver: Listening): Promise<{ code: number; output: string }> {
  const io = createTestIo({ env: { IDV_WEBHOOK_SECRET: SECRET }, cwd: '/', columns: 100 });
  const main = createMain({
    auditReceiver: (options) => auditReceiver({ ...options, timing: { retrySpacingMs: 0 } }),
  });
  const code = await main(['receiver', '--url', receiver.url, '--max-body', '2500KB', '--seed', '7'], io);
  return { code, output: io.stdoutText };
}

describe('idvkit receiver, on stock frameworks', () => {
  it('finds the limits of Express', async () => {
    await using receiver = await expressReceiver();
    const { code, output } = await auditOf(receiver);
    expect(output.match(/^[✗!] +receiver\.\S+/gm)).toMatchInlineSnapshot(`
      [
        "✗ receiver.large-body.accepted",
      ]
    `);
    expect(output).toContain('raise its body limit (Express: express.json({ limit })');
    expect(code).toBe(1);
  });

  it('finds the limit of Fastify, which closes the connection', async () => {
    await using receiver = await fastifyReceiver();
    const { code, output } = await auditOf(receiver);
    expect(output.match(/^[✗!] +receiver\.\S+/gm)).toMatchInlineSnapshot(`
      [
        "✗ receiver.large-body.accepted",
      ]
    `);
    expect(output).toContain('raise its body limit');
    expect(output).toContain('413');
    expect(code).toBe(1);
  });

  it('accepts a Hono app that answers 500 to what is not JSON', async () => {
    await using receiver = await honoReceiver(false);
    const { code, output } = await auditOf(receiver);
    expect(output.match(/^[✗!] +receiver\.\S+/gm)).toBeNull();
    expect(code).toBe(0);
  });

  it.each([
    ['Express', () => expressReceiver(BODY_LIMIT)],
    ['Fastify', () => fastifyReceiver(BODY_LIMIT)],
    ['Hono', () => honoReceiver(true)],
  ])('finds nothing if %s has its limit raised and refuses what is not JSON', async (_name, start) => {
    await using receiver = await start();
    const { code, output } = await auditOf(receiver);
    expect(output).toContain('15 passed, 0 failed');
    expect(code).toBe(0);
  });
});
