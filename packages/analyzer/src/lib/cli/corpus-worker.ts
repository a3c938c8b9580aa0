import { Readable } from 'node:stream';
import { parentPort, workerData } from 'node:worker_threads';

import type { CorpusSummary } from '@idvkit/schema/formats';

import { createCollector } from '../corpus/create-collector.ts';
import { collectTask } from './collect-task.ts';
import type { CorpusTask } from './corpus-tasks.ts';
import type { ReadOptions } from './read-documents.ts';

/** Options that a thread gets when it starts. */
export type WorkerSettings = Pick<ReadOptions, 'profile' | 'reveal'>;

/** A message to a thread. */
export type WorkerRequest =
  | { readonly kind: 'read'; readonly task: CorpusTask }
  /** Stops the reading; what was read until then counts. */
  | { readonly kind: 'stop' }
  /** Ends the thread: there is nothing more to read. */
  | { readonly kind: 'finish' };

/** A message from a thread. */
export type WorkerReply =
  | { readonly kind: 'progress'; readonly bytes: number; readonly documents: number }
  | { readonly kind: 'failure'; readonly task: number; readonly failure: string }
  | { readonly kind: 'read' }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'finished'; readonly corpus: CorpusSummary };

const PROGRESS_BYTES = 8 * 1024 * 1024;

const port = parentPort;
if (port) {
  const settings = workerData as WorkerSettings; // The main thread starts this one with them.
  const collector = createCollector();
  const stop = new AbortController();
  const io = { stdin: Readable.from([]), signal: stop.signal };
  const reply = (message: WorkerReply): void => port.postMessage(message);
  const read = async (task: CorpusTask): Promise<void> => {
    let opened: { readBytes(): number } | undefined;
    let done = 0;
    let reported = 0;
    let documents = 0;
    const report = (minBytes: number): void => {
      const bytes = done + (opened?.readBytes() ?? 0) - reported;
      if (bytes < minBytes) return;
      reply({ kind: 'progress', bytes, documents });
      reported += bytes;
      documents = 0;
    };
    const reading = {
      open: (input: { readBytes(): number }) => {
        done += opened?.readBytes() ?? 0;
        opened = input;
      },
      update: () => report(PROGRESS_BYTES),
      document: () => (documents += 1),
    };
    const onFailure = (failure: string): void => reply({ kind: 'failure', task: task.number, failure });
    await collectTask(task, { ...settings, io, reading }, { collector, onFailure });
    report(0);
  };

  port.on('message', (request: WorkerRequest) => {
    if (request.kind === 'stop') stop.abort();
    else if (request.kind === 'finish') reply({ kind: 'finished', corpus: collector.result() });
    else {
      read(request.task).then(
        () => reply({ kind: 'read' }),
        (error: unknown) => reply({ kind: 'failed', error }),
      );
    }
  });
}
