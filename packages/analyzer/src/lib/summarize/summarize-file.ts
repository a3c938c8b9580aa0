import type { PayloadSummary } from '@idvkit/schema/formats';

import { scanFile } from '../scan/file/scan-file.ts';
import type { SummarizeOptions } from './summarize-options.ts';
import { summarizeWith } from './summarize-with.ts';

/** Choices of the summary of a file. */
export interface SummarizeFileOptions extends SummarizeOptions {
  /** Threads that share the work on the document, from 1 to 16. Default 1. More pay for many megabytes of hits. */
  readonly threads?: number;
}

/**
 * Sums up one payload in a file of any size, faster than `summarize` does from a stream. The summary is the same, whatever
 * the number of threads.
 *
 * @throws the error of the file system, if the file cannot be read.
 *
 * @example
 * const summary = await summarizeFile('delivery.json', { threads: 2 })
 */
export async function summarizeFile(path: string, options: SummarizeFileOptions = {}): Promise<PayloadSummary> {
  const { threads = 1, signal } = options;
  return summarizeWith(options, async ({ handler, limits, onProgress }) => {
    onProgress(await scanFile(path, handler, { ...limits, threads, signal, onProgress }));
    return undefined;
  });
}
