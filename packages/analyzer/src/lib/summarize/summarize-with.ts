import type { PayloadSummary, ReadingProblem } from '@idvkit/schema/formats';

import { MAX_TEXT_BYTES, PayloadCollector } from '../collect/payload-collector.ts';
import { JsonError } from '../scan/json-error.ts';
import type { ScanHandler } from '../scan/scan-handler.ts';
import type { ScanOptions } from '../scan/scanner.ts';
import { documentSummary } from './document-summary.ts';
import { DEFAULT_HIT_PROFILE, measuresOf } from './hit-profile.ts';
import { readingProblem } from './reading-problem.ts';
import type { SummarizeOptions } from './summarize-options.ts';

/** What a reading is given: who listens, within which limits, and who hears how many bytes were read. */
export interface PayloadReading {
  readonly handler: ScanHandler;
  readonly limits: Required<Pick<ScanOptions, 'maxDepth' | 'maxTextBytes' | 'measures'>>;
  readonly onProgress: (bytes: number) => void;
}

/**
 * Sums up what a reading tells.
 *
 * @param read Reads one payload; it may throw a JsonError, or return what is wrong with the input. Whatever it throws once the
 *   signal is aborted ends the reading.
 */
export async function summarizeWith(
  options: SummarizeOptions,
  read: (reading: PayloadReading) => Promise<ReadingProblem | undefined>,
): Promise<PayloadSummary> {
  const { profile = DEFAULT_HIT_PROFILE, top = 10, reveal = false, source, signal } = options;
  const { wrapHandler = (handler: ScanHandler) => handler, maxDepth = 1_000 } = options;
  const choices = { profile, top, reveal };
  const collector = new PayloadCollector(choices);
  let bytes = 0;
  const onProgress = (now: number): void => {
    bytes = now;
    options.onProgress?.(now);
  };
  const limits = { measures: measuresOf(profile), maxDepth, maxTextBytes: MAX_TEXT_BYTES };
  let problem: ReadingProblem | undefined;
  try {
    problem = await read({ handler: wrapHandler(collector), limits, onProgress });
  } catch (error) {
    if (error instanceof JsonError) {
      problem = readingProblem(error);
      // The byte that is wrong was read, too, if there is one.
      bytes = Math.max(bytes, error.position.offset + (problem.code === 'malformed' ? 1 : 0));
    } else if (signal?.aborted !== true) throw error;
  }
  if (signal?.aborted) problem = { code: 'interrupted', message: `Interrupted after ${bytes} bytes`, offset: bytes };
  const documents = bytes === 0 ? [] : [documentSummary(collector.result(), { index: 0, source, problem }, choices)];
  return {
    format: 'idvkit.payload-summary',
    version: 1,
    complete: problem === undefined,
    ...(problem && { problem }),
    bytes,
    documentCount: documents.length,
    documents,
  };
}
