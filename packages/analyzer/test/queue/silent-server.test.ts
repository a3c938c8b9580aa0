import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

import { CliError } from '@idvkit/cli-kit';
import { expect, it } from 'vitest';

import { parseQueueUrl } from '../../src/lib/cli/parts/task-queue.ts';
import { openQueue } from '../../src/lib/queue/open-queue.ts';

it('a Redis server that accepts and says nothing ends with one message', async () => {
  const server = createServer((socket) => socket.on('error', () => {}).resume()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // It listens on a port.
  await expect(openQueue(`redis://127.0.0.1:${port}/db`)).rejects.toMatchObject({ code: 'queue-unusable' });
  server.close();
});

it.each([
  'redis://u:p@h/',
  'redis://h/?password=p',
  'postgres://h/db?password=p',
  'postgres://h/db?sslmode=x&PGPASS=p',
])('the password of %s is not taken from an argument', (url) => {
  expect(() => parseQueueUrl(url)).toThrow(CliError);
});

it.each(['redis://user@h:6379/0', 'postgres://h/db?sslmode=require'])('%s has no password', (url) => {
  expect(parseQueueUrl(url)).toBe(url);
});
