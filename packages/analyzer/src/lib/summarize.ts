import type { HitProfile, PayloadSummary } from '@idvkit/schema/formats';

import { PayloadCollector } from './collect/payload-collector.ts';
import { JsonError } from './scan/json-error.ts';
import { Scanner } from './scan/scanner.ts';
import { DEFAULT_HIT_PROFILE } from './summary/hit-profile.ts';

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
  /** Stops the reading; the summary is then partial. */
  readonly signal?: AbortSignal;
  /** Hears how many bytes were read, once per chunk. */
  readonly onProgress?: (bytes: number) => void;
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
  const { profile = DEFAULT_HIT_PROFILE, top = 10, reveal = false, maxDepth, signal, onProgress } = options;
  const collector = new PayloadCollector({ profile, top, reveal });
  const scanner = new Scanner(collector, maxDepth === undefined ? {} : { maxDepth });
  let problem: string | undefined;
  let bytes = 0;
  try {
    for await (const chunk of input) {
      if (signal?.aborted) break;
      bytes += chunk.byteLength;
      scanner.write(chunk);
      onProgress?.(bytes);
    }
    if (signal?.aborted) problem = `Interrupted after ${bytes} bytes`;
    else scanner.end();
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    problem = error.message;
  }
  return {
    format: 'idvkit.payload-summary',
    version: 1,
    complete: problem === undefined,
    ...(problem !== undefined && { problem }),
    bytes,
    documents: bytes === 0 ? [] : [collector.result()],
  };
}
