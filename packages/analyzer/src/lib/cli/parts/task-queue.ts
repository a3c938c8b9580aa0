import { CliError, requireSecret, type Io } from '@idvkit/cli-kit';
import type { AnalysisTask } from '@idvkit/schema/formats';

import type { Queue } from '../../queue/open-queue.ts';

const ENV = 'IDVKIT_QUEUE_URL';
/** Variable with the prefix of keys in Redis, or the schema in PostgreSQL. */
const NAME_ENV = 'IDVKIT_QUEUE_NAME';

/** Reads the address of a queue. @throws {CliError} `secret-in-argument` if it has a password. */
export function parseQueueUrl(text: string): string {
  const url = URL.parse(text);
  // Drivers read it from the query as well.
  if (!url?.password && ![...(url?.searchParams.keys() ?? [])].some((name) => /pass|auth|secret|token/i.test(name)))
    return text;
  throw new CliError({
    code: 'secret-in-argument',
    message: 'Cannot take the password of a queue from an argument: every process can read it.',
    fix: `Set ${ENV}, or ${ENV}_FILE to the path of a file that holds the address.`,
  });
}

/** Opens the queue of tasks. @param url Its address; `true` if the environment has it. @throws {CliError} `queue-unusable` if a package, the address or the server is missing. */
export async function openTaskQueue(url: string | true, io: Io): Promise<Queue> {
  const address = url === true ? await requireSecret(io, { what: 'address of the queue', env: ENV }) : url;
  const { openQueue } = await import('../../queue/open-queue.ts');
  return openQueue(address, { namespace: io.env[NAME_ENV] });
}

/** Sends tasks to a queue. Workers skip those that have a part. */
export async function enqueue(tasks: AsyncIterable<AnalysisTask>, url: string | true, io: Io): Promise<void> {
  const queue = await openTaskQueue(url, io);
  try {
    await queue.send(tasks);
  } finally {
    await queue.close();
  }
}
