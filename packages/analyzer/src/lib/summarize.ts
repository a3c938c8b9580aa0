import type { PayloadSummary } from '@idvkit/schema/formats';

import { createScanner } from './scan/create-scanner.ts';
import { sumUp } from './summary/sum-up.ts';
import type { SummarizeOptions } from './summary/summarize-options.ts';

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
