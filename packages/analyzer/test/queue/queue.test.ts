import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

import { describe, expect, it } from 'vitest';

import { findQueueServers } from '../../../../tools/testing/queue-servers.ts';
import { uniqueName } from '../../../../tools/testing/unique-name.ts';
import { openQueue, type Queue, type WorkOptions } from '../../src/lib/queue/open-queue.ts';
import { removeNamespace } from './remove-namespace.ts';

// Each test has its own queue, and some wait for locks to end.
describe.concurrent.for(await findQueueServers())('openQueue() on $kind', ({ url, isRunning }) => {
  async function withQueue(use: (queue: Queue) => Promise<void>): Promise<void> {
    const namespace = uniqueName('idvkit_test');
    const queue = await openQueue(url, { namespace });
    try {
      await use(queue);
    } finally {
      await queue.close();
      await removeNamespace(url, namespace);
    }
  }

  const work = (queue: Queue, options: Partial<WorkOptions> & Pick<WorkOptions, 'run'>) =>
    queue.work({ isFinal: () => true, signal: new AbortController().signal, onFailure: () => {}, ...options });
  const tasks = ['a', 'b', 'c'].map((id) => ({ id }));

  it.skipIf(!isRunning)('does each task once for two workers, however often it was sent', () =>
    withQueue(async (queue) => {
      expect(await queue.send([...tasks, ...tasks])).toBe(6);
      await queue.send(tasks);
      expect(await queue.open()).toBe(3);
      const done: unknown[] = [];
      const run = async (task: unknown): Promise<void> => void done.push(task);
      const results = await Promise.all([work(queue, { run }), work(queue, { run })]);
      expect(results.reduce((sum, result) => sum + result.done, 0)).toBe(3);
      expect(done.toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))).toEqual(tasks);
      expect(await queue.open()).toBe(0);
    }),
  );

  it.skipIf(!isRunning)('tries a task again, gives up what is final, and takes it again when it is sent again', () =>
    withQueue(async (queue) => {
      await queue.send(tasks);
      const failures: string[] = [];
      let failed = 0;
      const result = await work(queue, {
        run: async (task) => {
          const { id } = task as { id: string };
          if (id === 'a') throw new Error('final');
          if (id === 'b' && failed++ === 0) throw new Error('busy');
        },
        isFinal: (error) => error instanceof Error && error.message === 'final',
        onFailure: (task, error, isGivenUp) => failures.push(`${task} ${error.message} ${isGivenUp}`),
      });
      expect(result).toEqual({ done: 2, givenUp: 1 });
      expect(failures.toSorted()).toEqual(['a final true', 'b busy false']);
      await queue.send(tasks);
      expect(await work(queue, { run: async () => {} })).toEqual({ done: 3, givenUp: 0 });
    }),
  );

  it.skipIf(!isRunning)('ends when it is interrupted, and leaves the task to others', () =>
    withQueue(async (queue) => {
      await queue.send([{ id: 'long' }]);
      const stop = new AbortController();
      await work(queue, {
        run: async () => {
          stop.abort();
          await new Promise(() => {});
        },
        signal: stop.signal,
      });
      expect(await queue.open()).toBe(1);
      expect(await work(queue, { run: async () => {} })).toEqual({ done: 1, givenUp: 0 });
    }),
  );
});

describe('openQueue()', () => {
  it.for([
    ['redis://:planted@127.0.0.1:1', 'the server at 127.0.0.1:1 does not answer, or refuses the connection'],
    ['postgres://me:planted@127.0.0.1:1/db', 'the server at 127.0.0.1:1 does not answer, or refuses the connection'],
    ['amqp://planted', 'its address is of no server for queues'],
  ])('refuses %s with one message', async ([url = '', state = '']) => {
    const refused = openQueue(url);
    await expect(refused).rejects.toMatchObject({ code: 'queue-unusable', message: `Cannot use the queue: ${state}.` });
    await expect(refused).rejects.not.toThrow('planted');
  });
});

const postgres = (await findQueueServers()).filter(({ kind }) => kind === 'PostgreSQL');

describe.for(postgres)('openQueue() on a $kind that goes away', ({ url, isRunning }) => {
  it.skipIf(!isRunning)('ends with one message if it is away as a worker connects', async () => {
    await using gate = await gateTo(url);
    const namespace = uniqueName('idvkit_test');
    const queue = await openQueue(gate.url, { namespace });
    try {
      gate.refuse();
      const { signal } = new AbortController();
      const working = queue.work({ run: async () => {}, isFinal: () => true, signal, onFailure: () => {} });
      await expect(working).rejects.toMatchObject({ code: 'queue-unusable' });
    } finally {
      await queue.close();
      await removeNamespace(url, namespace);
    }
  });
});

interface Gate extends AsyncDisposable {
  /** The address of the server, through the gate. */
  readonly url: string;
  /** Cuts every further connection. */
  readonly refuse: () => void;
}

/** Stands before a server, so that it can go away for those who connect. */
async function gateTo(url: string): Promise<Gate> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  let isOpen = true;
  const gate = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    if (!isOpen) return void socket.destroy();
    const behind = connect(Number(port), hostname).on('error', () => socket.destroy());
    sockets.add(behind);
    socket.pipe(behind).pipe(socket);
  });
  await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve));
  // A server on TCP has an address with a port.
  const address = new URL(url);
  address.host = `127.0.0.1:${(gate.address() as AddressInfo).port}`;
  return {
    url: address.href,
    refuse: () => (isOpen = false),
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => gate.close(resolve));
    },
  };
}
