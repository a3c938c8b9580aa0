import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

import type { CorpusSummary } from '@idvkit/schema/formats';

import type { InputSource } from '../input/input-source.ts';
import type { WorkerReply, WorkerRequest, WorkerSettings } from './corpus-worker.ts';

export interface CorpusWorkersOptions {
  readonly workers: number;
  readonly settings: WorkerSettings;
  readonly signal: AbortSignal;
  /** Called with the bytes and documents that were read since the last call. */
  readonly onProgress: (bytes: number, documents: number) => void;
  readonly onFailure: (failure: string) => void;
}

/** From the sources threads run sources too, which takes another condition; the package runs what was built. */
const isSource = import.meta.url.endsWith('.ts');
const url = new URL(isSource ? './corpus-worker.ts' : './corpus-worker.js', import.meta.url);
const execArgv = isSource ? ['--conditions=@idvkit/source'] : [];

/**
 * Reads inputs in several threads.
 *
 * @returns The corpus of each thread, to be merged, and the number of inputs that no thread started before the signal.
 */
export async function readInWorkers(
  sources: readonly InputSource[],
  { workers, settings, signal, onProgress, onFailure }: CorpusWorkersOptions,
): Promise<{ readonly corpora: readonly CorpusSummary[]; readonly unread: number }> {
  if (signal.aborted) return { corpora: [], unread: sources.length };
  const waiting = [...sources];
  const readSome = async (): Promise<CorpusSummary> => {
    const worker = new Worker(url, { workerData: settings, execArgv });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
    const ask = (request: WorkerRequest): void => worker.postMessage(request);
    const stop = (): void => ask({ kind: 'stop' });
    signal.addEventListener('abort', stop);
    const askNext = (): void => {
      const next = signal.aborted ? undefined : waiting.shift();
      ask(next ? { kind: 'read', source: next } : { kind: 'finish' });
    };
    try {
      return await new Promise<CorpusSummary>((resolve, reject) => {
        worker.on('error', reject);
        worker.on('message', (reply: WorkerReply) => {
          switch (reply.kind) {
            case 'progress':
              return onProgress(reply.bytes, reply.documents);
            case 'failure':
              return onFailure(reply.failure);
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
  const corpora = await Promise.all(Array.from({ length: Math.min(workers, sources.length) }, readSome));
  return { corpora, unread: waiting.length };
}
