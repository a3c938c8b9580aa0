import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

import type { CorpusSummary } from '@idvkit/schema/formats';

import type { CorpusTasks } from './corpus-tasks.ts';
import type { WorkerReply, WorkerRequest, WorkerSettings } from './corpus-worker.ts';

export interface CorpusWorkersOptions {
  readonly workers: number;
  readonly settings: WorkerSettings;
  readonly signal: AbortSignal;
  /** Called with the bytes and documents that were read since the last call. */
  readonly onProgress: (bytes: number, documents: number) => void;
  readonly onFailure: (task: number, failure: string) => void;
}

/** From the sources threads run sources too, which takes another condition; the package runs what was built. */
const isSource = import.meta.url.endsWith('.ts');
const url = new URL(isSource ? './corpus-worker.ts' : './corpus-worker.js', import.meta.url);
const execArgv = isSource ? ['--conditions=@idvkit/source'] : [];

/**
 * Does tasks in several threads, until the signal or until there are no more.
 *
 * @returns The corpus of each thread, to be merged.
 */
export async function readInWorkers(
  tasks: CorpusTasks,
  { workers, settings, signal, onProgress, onFailure }: CorpusWorkersOptions,
): Promise<readonly CorpusSummary[]> {
  const readSome = async (): Promise<CorpusSummary> => {
    const worker = new Worker(url, { workerData: settings, execArgv });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
    const ask = (request: WorkerRequest): void => worker.postMessage(request);
    const stop = (): void => ask({ kind: 'stop' });
    signal.addEventListener('abort', stop);
    const askNext = (): void => {
      const task = signal.aborted ? undefined : tasks.next();
      ask(task ? { kind: 'read', task } : { kind: 'finish' });
    };
    try {
      return await new Promise<CorpusSummary>((resolve, reject) => {
        worker.on('error', reject);
        worker.on('message', (reply: WorkerReply) => {
          switch (reply.kind) {
            case 'progress':
              return onProgress(reply.bytes, reply.documents);
            case 'failure':
              return onFailure(reply.task, reply.failure);
            case 'read':
              return askNext();
            case 'failed':
              return reject(reply.error instanceof Error ? reply.error : new Error(String(reply.error)));
            case 'finished':
              return resolve(reply.corpus);
          }
        });
        askNext();
      });
    } finally {
      signal.removeEventListener('abort', stop);
      const exit = once(worker, 'exit');
      await worker.terminate();
      await exit.catch(() => {});
    }
  };
  return Promise.all(Array.from({ length: workers }, readSome));
}
