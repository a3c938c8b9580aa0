import { serve } from '@hono/node-server';
import { Hono } from 'hono';

import { optionsFromEnvironment, startReceiving, type Receiving } from './receiving.ts';

/** Mounts the receiver in Hono, for Node.js, Bun, Deno and edge workers that reach Redis. */
export function createApp({ handler, processed }: Pick<Receiving, 'handler' | 'processed'>): Hono {
  const app = new Hono();
  app.post('/webhooks/idv', (context) => handler(context.req.raw));
  app.get('/processed', async (context) => context.json({ count: await processed() }));
  return app;
}

if (import.meta.main) {
  const port = Number(process.env['PORT'] ?? 3000);
  serve({ fetch: createApp(await startReceiving(optionsFromEnvironment())).fetch, hostname: '127.0.0.1', port });
}
