import type { PayloadSummary } from '@idvkit/schema/formats';

import { createScanner } from '../scan/wasm/create-scanner.ts';
import type { SummarizeOptions } from './summarize-options.ts';
import { summarizeWith } from './summarize-with.ts';

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
  const { signal } = options;
  return summarizeWith(options, async ({ handler, limits, onProgress }) => {
    let bytes = 0;
    const scanner = createScanner(handler, limits);
    try {
      for await (const chunk of input) {
        if (signal?.aborted) break;
        bytes += chunk.byteLength;
        onProgress(bytes);
        scanner.write(chunk);
      }
      scanner.end();
    } finally {
      scanner.stop();
    }
    return undefined;
  });
}
