import type { HitProfile, PayloadSummary, ReadingProblem } from '@idvkit/schema/formats';

import { MAX_TEXT_BYTES, PayloadCollector } from './collect/payload-collector.ts';
import { readWithStreamJson } from './reference/read-with-stream-json.ts';
import { JsonError } from './scan/json-error.ts';
import type { ScanHandler } from './scan/scan-handler.ts';
import { createScanner, type ScanOptions } from './scan/scanner.ts';
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
  /**
   * What reads the JSON: our own scan in WebAssembly or in plain JavaScript, or stream-json, which is slower by far and a second
   * opinion. All give the same summary. Default: `wasm` where WebAssembly has SIMD, else `plain`.
   */
  readonly engine?: 'wasm' | 'plain' | 'stream-json';
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
  const { profile = DEFAULT_HIT_PROFILE, top = 10, reveal = false, source, signal, onProgress, engine } = options;
  const { through = (handler: ScanHandler) => handler, maxDepth = 1_000 } = options;
  const choices = { profile, top, reveal };
  const collector = new PayloadCollector(choices);
  let bytes = 0;
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for await (const chunk of input) {
      if (signal?.aborted) return;
      bytes += chunk.byteLength;
      yield chunk;
      onProgress?.(bytes);
    }
  }
  const limits = { measures: measuresOf(profile), maxDepth, maxTextBytes: MAX_TEXT_BYTES };
  const found =
    engine === 'stream-json'
      ? await readWithStreamJson(chunks(), through(collector), limits)
      : await readWithScanner(chunks(), through(collector), { ...limits, ...(engine && { engine }) });
  const problem: ReadingProblem | undefined = signal?.aborted
    ? { code: 'interrupted', message: `Interrupted after ${bytes} bytes`, offset: bytes }
    : found;
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

/** Reads one JSON document with our own scan. @returns What is wrong with the input, if it is not one. */
async function readWithScanner(
  input: AsyncIterable<Uint8Array>,
  handler: ScanHandler,
  options: ScanOptions,
): Promise<ReadingProblem | undefined> {
  const scanner = createScanner(handler, options);
  try {
    for await (const chunk of input) scanner.write(chunk);
    scanner.end();
    return undefined;
  } catch (error) {
    scanner.stop();
    if (error instanceof JsonError) return readingProblem(error);
    throw error;
  }
}
