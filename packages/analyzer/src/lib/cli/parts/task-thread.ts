import { Worker } from 'node:worker_threads';

import { CliError } from '@idvkit/cli-kit';
import type { AnalysisPart, AnalysisTask } from '@idvkit/schema/formats';

/** What a thread answers to a task. */
export type TaskReply =
  | { readonly part: AnalysisPart }
  | { readonly refused: { readonly code: string; readonly message: string; readonly fix: string } }
  | { readonly failed: unknown };

const isSource = import.meta.url.endsWith('.ts');
const url = new URL(isSource ? './part-worker.ts' : './part-worker.js', import.meta.url);
const execArgv = isSource ? ['--conditions=@idvkit/source'] : [];

/**
 * A thread that does one task at a time. The main thread stays free to renew the lock of the task. A thread that dies, for
 * lack of memory for instance, fails its task only: the next task gets a new thread.
 */
export class TaskThread {
  readonly #env: Readonly<Record<string, string | undefined>>;
  #worker: Worker | undefined;

  constructor(env: Readonly<Record<string, string | undefined>>) {
    this.#env = env;
  }

  /** Does a task. The signal ends the thread. */
  async run(task: AnalysisTask, signal: AbortSignal): Promise<AnalysisPart> {
    signal.throwIfAborted();
    const worker = (this.#worker ??= new Worker(url, { execArgv, env: { ...this.#env } }));
    const end = (): void => void this.close();
    signal.addEventListener('abort', end);
    const { promise, resolve, reject } = Promise.withResolvers<TaskReply>();
    const ended = (): void => reject(new Error('The thread of the task ended'));
    try {
      worker.on('message', resolve).on('error', reject).on('exit', ended);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
      worker.postMessage(task);
      const reply = await promise;
      if ('part' in reply) return reply.part;
      if ('refused' in reply) throw new CliError(reply.refused);
      throw reply.failed;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof CliError)) await this.close();
      throw error;
    } finally {
      signal.removeEventListener('abort', end);
      worker.off('message', resolve).off('error', reject).off('exit', ended);
    }
  }

  /** Ends the thread. */
  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }
}
