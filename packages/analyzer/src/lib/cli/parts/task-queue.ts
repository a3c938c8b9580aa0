import { CliError, requireSecret, type Io } from '@idvkit/cli-kit';
import type { Queue } from '@idvkit/queue';

import { wrongUse } from '../sources.ts';

/** Options of commands that use a queue. */
export interface TaskQueueOptions {
  /** Address of the server; `true` if the environment has it. */
  readonly url: string | true;
  readonly name?: string | undefined;
  readonly lockMs?: number | undefined;
}

const ENV = 'IDVKIT_QUEUE_URL';

export const QUEUE_NAME = ['--queue-name <name>', 'Prefix of keys in Redis, schema in PostgreSQL'] as const;
export const ENQUEUE = ['--enqueue [url]', 'Send tasks without a part to a queue; URL or IDVKIT_QUEUE_URL'] as const;

/** Refuses a name of a queue without a queue. @throws {CliError} if the name would have no effect. */
export function requireQueue(
  name: string | undefined,
  { queue, flag }: { readonly queue: string | true | undefined; readonly flag: string },
): void {
  if (name !== undefined && queue === undefined) throw wrongUse(`No queue is used: --queue-name needs ${flag}.`);
}

/** Reads the address of a queue. @throws {CliError} `secret-in-argument` if it has a password. */
export function parseQueueUrl(text: string): string {
  if (!URL.parse(text)?.password) return text;
  throw new CliError({
    code: 'secret-in-argument',
    message: 'Cannot take the password of a queue from an argument: every process can read it.',
    fix: `Set ${ENV}, or ${ENV}_FILE to the path of a file that holds the address.`,
  });
}

/** Opens the queue of tasks. @throws {CliError} `queue-unusable` if a package, the address or the server is missing. */
export async function openTaskQueue({ url, name, lockMs }: TaskQueueOptions, io: Io): Promise<Queue> {
  const address = url === true ? await requireSecret(io, { what: 'address of the queue', env: ENV }) : url;
  const { openQueue } = await import('@idvkit/queue').catch((cause: unknown) => {
    throw new CliError({
      code: 'queue-unusable',
      message: 'Cannot use the queue: the package @idvkit/queue is not installed.',
      fix: 'Run "npm install @idvkit/queue bullmq ioredis", or with pg instead of ioredis for PostgreSQL.',
      cause,
    });
  });
  return openQueue(address, { namespace: name, lockMs });
}

/** Sends the tasks of a plan that have no part. @returns How many were sent. */
export async function enqueue<Task extends { readonly id: string }>(
  tasks: Iterable<Task> | AsyncIterable<Task>,
  options: TaskQueueOptions,
  io: Io,
): Promise<number> {
  const queue = await openTaskQueue(options, io);
  try {
    return await queue.send(tasks);
  } finally {
    await queue.close();
  }
}
