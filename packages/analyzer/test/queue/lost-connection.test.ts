import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';

import { describe, expect, it } from 'vitest';

import { findQueueServers } from '../../../../tools/testing/queue-servers.ts';
import { uniqueName } from '../../../../tools/testing/unique-name.ts';
import { openQueue } from '../../src/lib/queue/open-queue.ts';
import { removeNamespace } from './remove-namespace.ts';

/** Answers of the server after which the connection breaks: while it is probed, while tables are made, while it is used. */
const ANSWERS = [1, 2, 3, 4, 5, 6, 8, 10, 12];

/** Passes connections on to a server, and breaks all of them after so many answers. */
async function breakingProxy(url: string, answers: number): Promise<{ readonly url: string; close(): void }> {
  const { hostname, port } = new URL(url);
  let left = answers;
  const proxy = createServer((near) => {
    const far = connect(Number(port), hostname);
    const end = (): void => void (near.resetAndDestroy(), far.destroy());
    near.on('data', (part) => far.write(part)).on('error', () => far.destroy());
    far.on('error', end).on('data', (part) => {
      left -= 1;
      if (left < 0) end();
      else near.write(part);
    });
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const near = new URL(url);
  near.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`; // It listens on a port.
  return { url: near.href, close: () => proxy.close() };
}

// Redis is waited for: its client connects again.
const servers = (await findQueueServers()).filter(({ kind }) => kind === 'PostgreSQL');

describe.for(servers)('a connection to $kind that breaks', ({ url, isRunning }) => {
  it.skipIf(!isRunning)('fails with one message, or not at all, and never ends the process', async () => {
    const namespace = uniqueName('idvkit_test');
    const results: string[] = [];
    for (const answers of ANSWERS) {
      const proxy = await breakingProxy(url, answers);
      const ending = openQueue(proxy.url, { namespace }).then(
        async (queue) => {
          await queue.close();
          return 'opened';
        },
        (error: { code?: string }) => String(error.code),
      );
      results.push(await ending);
      proxy.close();
    }
    await removeNamespace(url, namespace);
    expect(new Set(results)).toContain('queue-unusable');
    expect(results.filter((result) => result !== 'queue-unusable' && result !== 'opened')).toEqual([]);
  });
});
