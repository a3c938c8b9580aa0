import { CliError } from '@idvkit/cli-kit';
import type { Processor, Queue, QueueOptions, UnrecoverableError, Worker, WorkerOptions } from 'bullmq';
import type { ClientBase } from 'pg';

/** Milliseconds within which a server has to answer at the start. Later on it may be away for any time. */
const CONNECT_MS = 5_000;

type Own<Options> = Omit<Options, 'connection' | 'prefix'>;

/** The classes of BullMQ for one server. */
export interface Server {
  readonly createQueue: (name: string, options: Own<QueueOptions>) => Queue;
  readonly createWorker: (name: string, processor: Processor, options: Own<WorkerOptions>) => Worker;
  readonly UnrecoverableError: typeof UnrecoverableError;
}

/**
 * Connects to a server for queues. In PostgreSQL it creates the tables of BullMQ, if they are missing.
 *
 * @param namespace Prefix of keys, or schema.
 * @throws {CliError} `queue-unusable` if the URL is not of a server for queues, a package is not installed, or no server answers.
 */
export async function connect(url: string, namespace: string): Promise<Server> {
  const { protocol } = URL.parse(url) ?? { protocol: '' };
  const isPostgres = /^postgres(?:ql)?:$/.test(protocol);
  if (!isPostgres && !/^(?:redis|valkey)s?:$/.test(protocol)) {
    const fix = 'Give redis://HOST, valkey://HOST or postgres://HOST/DATABASE.';
    throw unusable('its address is of no server for queues', fix);
  }
  const address = url.replace(/^valkey/, 'redis');
  await reach(url, () => (isPostgres ? probePostgres(url) : probeRedis(address)));
  const bullmq = await load('bullmq', () => import('bullmq'));
  const { UnrecoverableError } = bullmq;
  if (!isPostgres) {
    // A worker waits for a server that restarts.
    const shared = { connection: { url: address, maxRetriesPerRequest: null }, prefix: namespace };
    return {
      createQueue: (name, options) => new bullmq.Queue(name, { ...options, ...shared }),
      createWorker: (name, processor, options) => new bullmq.Worker(name, processor, { ...options, ...shared }),
      UnrecoverableError,
    };
  }
  const { Queue, Worker } = bullmq.withBackend(bullmq.createPostgresBackend);
  // BullMQ listens to idle clients only. One that is in use would end the process when its connection breaks.
  const onConnect = (client: ClientBase): void => void client.on('error', () => {});
  const connection = { connectionString: url, schema: namespace, migrate: true, onConnect };
  return {
    // The methods are those of the classes for Redis, which the types do not say.
    createQueue: (name, options) => new Queue(name, { ...options, connection }) as unknown as Queue,
    createWorker: (name, processor, options) =>
      new Worker(name, processor, { ...options, connection }) as unknown as Worker,
    UnrecoverableError,
  };
}

async function probeRedis(url: string): Promise<void> {
  const { Redis } = await load('ioredis', () => import('ioredis'));
  const limits = { connectTimeout: CONNECT_MS, maxRetriesPerRequest: 0, retryStrategy: () => null };
  const client = new Redis(url, { lazyConnect: true, ...limits });
  client.on('error', () => {});
  // A server may accept the connection, and say nothing.
  const late = setTimeout(() => client.disconnect(), CONNECT_MS);
  try {
    await client.connect();
    await client.ping();
  } finally {
    clearTimeout(late);
    client.disconnect();
  }
}

async function probePostgres(url: string): Promise<void> {
  const { Client } = (await load('pg', () => import('pg'))).default;
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
  client.on('error', () => {});
  try {
    await client.connect();
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Waits for an answer of the server. The address may hold a password: the message of a failure names the host only.
 *
 * @throws {CliError} `queue-unusable` if there is none.
 */
export async function reach(url: string, attempt: () => Promise<unknown>): Promise<void> {
  try {
    await attempt();
  } catch (cause) {
    if (cause instanceof CliError) throw cause;
    const state = `the server at ${URL.parse(url)?.host} does not answer, or refuses the connection`;
    throw unusable(state, 'Start the server, or correct its address.', cause);
  }
}

async function load<Module>(name: string, importIt: () => Promise<Module>): Promise<Module> {
  return importIt().catch((cause: unknown) => {
    throw unusable(`the package ${name} is not installed`, `Run "npm install ${name}".`, cause);
  });
}

function unusable(state: string, fix: string, cause?: unknown): CliError {
  return new CliError({ code: 'queue-unusable', message: `Cannot use the queue: ${state}.`, fix, cause });
}
