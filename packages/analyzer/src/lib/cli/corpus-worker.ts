import { Readable } from 'node:stream';
import { parentPort, workerData } from 'node:worker_threads';

import { CliError } from '@idvkit/cli-kit';
import type { CorpusSummary } from '@idvkit/schema/formats';

import { createCollector } from '../corpus/create-collector.ts';
import type { InputSource } from '../input/input-source.ts';
import { readDocuments, type ReadOptions } from './read-documents.ts';

/** What a thread is told at its start. */
export type WorkerSettings = Pick<ReadOptions, 'profile' | 'top' | 'reveal'>;

/** What a thread is asked. */
export type WorkerRequest =
  | { readonly kind: 'read'; readonly source: InputSource }
  /** Says to stop reading; what was read until then counts. */
  | { readonly kind: 'stop' }
  /** Says that there is nothing more to read. */
  | { readonly kind: 'finish' };

/** What a thread says. */
export type WorkerReply =
  | { readonly kind: 'progress'; readonly bytes: number; readonly documents: number }
  | { readonly kind: 'read'; readonly failures: readonly string[] }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'finished'; readonly corpus: CorpusSummary };

const PROGRESS_BYTES = 8 * 1024 * 1024;

const port = parentPort;
if (port) {
  const settings = workerData as WorkerSettings; // The main thread starts this one with them.
  const collector = createCollector();
  const stop = new AbortController();
  const reply = (message: WorkerReply): void => port.postMessage(message);

  const read = async (source: InputSource): Promise<readonly string[]> => {
    const failures: string[] = [];
    let opened: { readBytes(): number } | undefined;
    let toldBytes = 0;
    let documents = 0;
    const tell = (atLeast: number): void => {
      const bytes = (opened?.readBytes() ?? 0) - toldBytes;
      if (bytes < atLeast) return;
      reply({ kind: 'progress', bytes, documents });
      toldBytes += bytes;
      documents = 0;
    };
    const reading = {
      open: (input: { readBytes(): number }) => (opened = input),
      update: () => tell(PROGRESS_BYTES),
      document: () => (documents += 1),
    };
    const io = { stdin: Readable.from([]), signal: stop.signal };
    try {
      for await (const { document, failure } of readDocuments(source, { ...settings, io, follow: false, reading })) {
        if (document) collector.addDocument(document);
        if (failure !== undefined) failures.push(failure);
      }
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
      failures.push(error.message);
      collector.skip(1);
    }
    tell(0);
    return failures;
  };

  port.on('message', (request: WorkerRequest) => {
    if (request.kind === 'stop') stop.abort();
    else if (request.kind === 'finish') reply({ kind: 'finished', corpus: collector.result() });
    else {
      read(request.source).then(
        (failures) => reply({ kind: 'read', failures }),
        (error: unknown) => reply({ kind: 'failed', error }),
      );
    }
  });
}
