import { once } from 'node:events';
import { createServer } from 'node:net';

import { expect, it } from 'vitest';

import { reservePort } from './reserve-port.ts';

it('reserves ports that servers can listen on, each once', async () => {
  const ports = await Promise.all(Array.from({ length: 200 }, reservePort));

  expect(new Set(ports).size).toBe(ports.length);
  const server = createServer();
  await once(server.listen(ports[0], '127.0.0.1'), 'listening');
  server.close();
});
