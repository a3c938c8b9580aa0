import { createServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';

import { serve } from '@hono/node-server';
import { createTestIo } from '@idvkit/cli-kit/testing';
import { createWebhookHandler, toNodeListener, type WebhookHandler } from '@idvkit/schema/receiver';
import express from 'express';
import Fastify from 'fastify';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';

import { auditReceiver } from '../../src/lib/receiver-audit/run-receiver-audit.ts';
import { createMain } from '../command-line.ts';
import { SECRET } from './test-receiver.ts';

interface Listening extends AsyncDisposable {
  readonly url: string;
}

async function listening(server: Server & { closeAllConnections?: () => void }): Promise<Listening> {
  await new Promise<void>((resolve) => {
    if (server.listening) resolve();
    else server.once('listening', resolve);
  });
  return {
    // A listening server on TCP has an address with a port.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks/idv`,
    [Symbol.asyncDispose]: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections?.();
      }),
  };
}

/** The recipes of docs/guides/receiver.md. */
const recipes: Readonly<Record<string, (handler: WebhookHandler) => Promise<Listening>>> = {
  'node:http': (handler) => listening(createServer(toNodeListener(handler)).listen(0, '127.0.0.1')),
  Express: (handler) => {
    const app = express();
    app.post('/hooks/idv', toNodeListener(handler));
    app.use(express.json());
    return listening(app.listen(0, '127.0.0.1'));
  },
  Fastify: async (handler) => {
    const listener = toNodeListener(handler);
    const app = Fastify({ forceCloseConnections: true });
    await app.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
      scope.post('/hooks/idv', (request, reply) => {
        reply.hijack();
        listener(request.raw, reply.raw);
      });
    });
    const origin = await app.listen({ host: '127.0.0.1', port: 0 });
    return { url: `${origin}/hooks/idv`, [Symbol.asyncDispose]: () => app.close() };
  },
  Hono: (handler) => {
    const app = new Hono();
    app.post('/hooks/idv', (context) => handler(context.req.raw));
    return listening(serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }));
  },
  'a Next route': (handler) => {
    const POST = (request: Request): Promise<Response> => handler(request);
    return listening(serve({ fetch: POST, hostname: '127.0.0.1', port: 0 }));
  },
};

describe('createWebhookHandler(), audited by idvkit receiver', () => {
  it.each(Object.entries(recipes))('has no findings in %s', async (_name, start) => {
    const processed: string[] = [];
    const handler = createWebhookHandler({
      secret: SECRET,
      on: { submit_form: ({ application }) => void processed.push(application.slug) },
    });
    await using receiver = await start(handler);
    const io = createTestIo({ env: { IDV_WEBHOOK_SECRET: SECRET }, cwd: '/', columns: 100 });
    const main = createMain({
      auditReceiver: (options) => auditReceiver({ ...options, timing: { retrySpacingMs: 0 } }),
    });

    const code = await main(['receiver', '--url', receiver.url, '--max-body', '2500KB', '--seed', '7'], io);

    expect(io.stdoutText.match(/^[✗!] +receiver\.\S+/gm)).toBeNull();
    expect(io.stdoutText).toContain('15 passed, 0 failed');
    expect(code).toBe(0);
    expect(processed.length).toBeGreaterThan(10);
  });
});
