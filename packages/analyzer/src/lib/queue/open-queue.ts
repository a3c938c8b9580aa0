import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';

import { connect, reach, type Server } from './connect.ts';

/** Name of the queue on the server. */
const NAME = 'idvkit';
/** Tasks that are sent in one message. */
const BATCH = 200;
/** How often a task is tried that fails by an error, and the wait before the second attempt, which doubles each time. */
const ATTEMPTS = 6;
const BACKOFF_MS = 1_000;
/** Workers that may die at one task, before it counts as the cause. */
const MAX_DEATHS = 20;
/** How often a worker without a task looks whether all tasks are done. */
const IDLE_MS = 250;

/**
 * Milliseconds after which the task of a worker that died goes to another. A worker whose event loop is busy for longer does
 * nothing wrong: two do its task, and their parts are the same.
 */
const LOCK_MS = 5_000;

/** A task as it travels: a name, and whatever a worker needs to do it. Tasks of one id are one, while it waits or is worked on. */
export interface QueuedTask {
  readonly id: string;
}

export interface QueueOptions {
  /** Prefix of the keys in Redis, or schema in PostgreSQL. Default `idvkit`. */
  readonly namespace?: string | undefined;
}

export interface WorkOptions {
  /** Does a task. It must leave the event loop free, so that the lock of the task is renewed: do the work in a thread or a process. */
  readonly run: (task: unknown) => Promise<void>;
  /** Says whether an error is final: the task is then not tried again. */
  readonly isFinal: (error: unknown) => boolean;
  /** Tasks that are done in parallel. Default 1. */
  readonly concurrency?: number | undefined;
  readonly signal: AbortSignal;
  /** Called with each error of a task, and whether the task was given up. */
  readonly onFailure: (task: string, error: Error, isGivenUp: boolean) => void;
}

export interface WorkResult {
  readonly done: number;
  readonly givenUp: number;
}

/** A queue of tasks that any number of processes share. */
export interface Queue {
  /** Sends tasks. A task that waits or is worked on is not sent again. @returns How many were given. */
  send(tasks: Iterable<QueuedTask> | AsyncIterable<QueuedTask>): Promise<number>;
  /** Does tasks until none is left anywhere. @throws {CliError} `queue-unusable` if the server does not answer at the start. */
  work(options: WorkOptions): Promise<WorkResult>;
  /** Tasks that are not done yet. */
  open(): Promise<number>;
  /** Removes the queue with all its tasks. */
  remove(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens a queue on a server. Each task is done at least once: a task whose worker dies is given to another.
 *
 * @param url `redis://`, `rediss://`, `valkey://`, `postgres://` or `postgresql://`.
 * @throws {CliError} `queue-unusable` if the URL, a package or the server is missing.
 */
export async function openQueue(url: string, { namespace = 'idvkit' }: QueueOptions = {}): Promise<Queue> {
  const server = await connect(url, namespace);
  const sender = server.createQueue(NAME, {
    defaultJobOptions: {
      attempts: ATTEMPTS,
      backoff: { type: 'exponential', delay: BACKOFF_MS },
      // A task that is done or given up can be sent again: its part says whether it is done.
      removeOnComplete: true,
      removeOnFail: true,
    },
  });
  sender.on('error', () => {});
  await reach(url, () => sender.waitUntilReady());
  const open = async (): Promise<number> => {
    const counts = await sender.getJobCounts('waiting', 'active', 'delayed', 'prioritized');
    return Object.values(counts).reduce((sum, count) => sum + count, 0);
  };
  return {
    open,
    send: async (tasks) => {
      let sent = 0;
      let batch: Parameters<typeof sender.addBulk>[0] = [];
      for await (const task of tasks) {
        batch.push({ name: 'task', data: task, opts: { jobId: task.id } });
        sent += 1;
        if (batch.length < BATCH) continue;
        await sender.addBulk(batch);
        batch = [];
      }
      if (batch.length > 0) await sender.addBulk(batch);
      return sent;
    },
    work: (work) => workOn(server, { ...work, open, url }),
    remove: () => sender.obliterate({ force: true }),
    // A server that is away has closed it already.
    close: () => sender.close().catch(() => {}),
  };
}

async function workOn(
  { createWorker, UnrecoverableError }: Server,
  { run, isFinal, concurrency = 1, signal, onFailure, open, url }: WorkOptions & Pick<Queue, 'open'> & { url: string },
): Promise<WorkResult> {
  let [done, givenUp] = [0, 0];
  const worker = createWorker(
    NAME,
    async ({ data }) => {
      try {
        await run(data);
        done += 1;
      } catch (error) {
        // BullMQ keeps the message on the server: it names no more than the message that is printed.
        const { message } = error instanceof Error ? error : new Error(String(error));
        throw isFinal(error) ? new UnrecoverableError(message) : new Error(message);
      }
    },
    { autorun: false, concurrency, lockDuration: LOCK_MS, stalledInterval: LOCK_MS, maxStalledCount: MAX_DEATHS },
  );
  worker.on('failed', (job, error) => {
    const isGivenUp = job?.finishedOn !== undefined;
    if (isGivenUp) givenUp += 1;
    onFailure(job?.id ?? '', error, isGivenUp);
  });
  // A server that restarts is waited for.
  worker.on('error', () => {});
  try {
    // A connection to PostgreSQL that fails at its start stays failed: the worker would ask it for tasks without a pause, for ever.
    if (!signal.aborted) await Promise.race([reach(url, () => worker.waitUntilReady()), once(signal, 'abort')]);
    if (!signal.aborted) worker.run().catch(() => {});
    while (!signal.aborted) {
      await setTimeout(IDLE_MS, undefined, { signal }).catch(() => {});
      if (signal.aborted) break;
      // A server that is away has not lost its tasks.
      const left = await open().catch(() => 1);
      if (left === 0) break;
    }
  } finally {
    // An interruption does not wait for the task at hand: its lock ends.
    await worker.close(signal.aborted).catch(() => {});
  }
  return { done, givenUp };
}
