import { toNodeListener } from '@idvkit/schema/receiver';
import express, { type Express } from 'express';

import { optionsFromEnvironment, startReceiving, type Receiving } from './receiving.ts';

/** Mounts the receiver in Express. The route stands above body parsers: the handler needs the raw body. */
export function createApp({ handler, processed }: Pick<Receiving, 'handler' | 'processed'>): Express {
  const app = express();
  app.post('/webhooks/idv', toNodeListener(handler));
  app.use(express.json());
  app.get('/processed', async (_request, response) => {
    response.json({ count: await processed() });
  });
  return app;
}

if (import.meta.main) {
  const port = Number(process.env['PORT'] ?? 3000);
  createApp(await startReceiving(optionsFromEnvironment())).listen(port, '127.0.0.1');
}
