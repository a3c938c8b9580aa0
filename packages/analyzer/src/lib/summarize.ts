import type { HitProfile, PayloadSummary, ReadingProblem } from '@idvkit/schema/formats';

import { MAX_TEXT_BYTES, PayloadCollector } from './collect/payload-collector.ts';
import { JsonError } from './scan/json-error.ts';
import type { ScanHandler } from './scan/scan-handler.ts';
import { createScanner } from './scan/scanner.ts';
import { documentSummary } from './summary/document-summary.ts';
import { DEFAULT_HIT_PROFILE, measuresOf } from './summary/hit-profile.ts';
import { readingProblem } from './summary/reading-problem.ts';

/** Choices of a summary. */
export interface SummarizeOptions {
  /** Fields of a hit that are shown. Default: those that providers commonly write. */
  readonly profile?: HitProfile;
  /** How many of the largest hits of an entry are named. Default 10. */
  readonly top?: number;
  /** Shows personal values, such as the names of hits. Default false. */
  readonly reveal?: boolean;
  /** Containers within containers that are followed. Default 1,000. */
  readonly maxDepth?: number;
  /** Name of the input, which the summary repeats: a file, a delivery of an archive. */
  readonly source?: string;
  /** Stops the reading; the summary is then partial. */
  readonly signal?: AbortSignal;
  /** Hears how many bytes were read, once per chunk. */
  readonly onProgress?: (bytes: number) => void;
  /** Puts another listener between the scan and the summary, which hears the same. */
  readonly through?: (handler: ScanHandler) => ScanHandler;
}

/**
 * Sums up one payload of any size while it streams by. Memory does not grow with the payload.
 *
 * A payload that is malformed, cut off or interrupted gives what was seen until then, with `complete: false` and the
 * problem, its byte, line and column.
 *
 * @example
 * const summary = await summarize(createReadStream('delivery.json'))
 * summary.documents[0].providers[0].runs[0].entries[0].hits.count // 1204
 */
export async function summarize(
  input: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  options: SummarizeOptions = {},
): Promise<PayloadSummary> {
  const { profile = DEFAULT_HIT_PROFILE, top = 10, reveal = false, maxDepth, source, signal, onProgress } = options;
  const { through = (handler: ScanHandler) => handler } = options;
  const choices = { profile, top, reveal };
  const collector = new PayloadCollector(choices);
  const scanner = createScanner(through(collector), {
    measures: measuresOf(profile),
    maxTextBytes: MAX_TEXT_BYTES,
    ...(maxDepth !== undefined && { maxDepth }),
  });
  let problem: ReadingProblem | undefined;
  let bytes = 0;
  try {
    for await (const chunk of input) {
      if (signal?.aborted) break;
      bytes += chunk.byteLength;
      scanner.write(chunk);
      onProgress?.(bytes);
    }
    if (signal?.aborted) problem = { code: 'interrupted', message: `Interrupted after ${bytes} bytes`, offset: bytes };
    else scanner.end();
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    problem = readingProblem(error);
  }
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
