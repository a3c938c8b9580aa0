import type { HitProfile, PayloadSummary } from '@idvkit/schema/formats';

import type { ScanHandler } from './scan/scan-handler.ts';
import { createScanner } from './scan/scanner.ts';
import { sumUp } from './summary/sum-up.ts';

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
  const { signal, engine } = options;
  return sumUp(options, async ({ handler, limits, onProgress }) => {
    let bytes = 0;
    async function* chunks(): AsyncGenerator<Uint8Array> {
      for await (const chunk of input) {
        if (signal?.aborted) return;
        bytes += chunk.byteLength;
        onProgress(bytes);
        yield chunk;
      }
    }
    if (engine === 'stream-json') {
      // Loaded only where it is asked for: hardly anyone does.
      const { readWithStreamJson } = await import('./reference/read-with-stream-json.ts');
      return readWithStreamJson(chunks(), handler, limits);
    }
    const scanner = createScanner(handler, { ...limits, ...(engine && { engine }) });
    try {
      for await (const chunk of chunks()) scanner.write(chunk);
      scanner.end();
    } finally {
      scanner.stop();
    }
    return undefined;
  });
}
