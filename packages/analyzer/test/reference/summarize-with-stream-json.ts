import type { PayloadSummary } from '@idvkit/schema/formats';

import { sumUp } from '../../src/lib/summary/sum-up.ts';
import type { SummarizeOptions } from '../../src/lib/summary/summarize-options.ts';
import { readWithStreamJson } from './read-with-stream-json.ts';

/** Sums up one payload as `summarize` does, but reads it with stream-json. */
export function summarizeWithStreamJson(
  input: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  options: SummarizeOptions = {},
): Promise<PayloadSummary> {
  return sumUp(options, ({ handler, limits, onProgress }) => {
    let bytes = 0;
    async function* counted(): AsyncGenerator<Uint8Array> {
      for await (const chunk of input) {
        bytes += chunk.byteLength;
        onProgress(bytes);
        yield chunk;
      }
    }
    return readWithStreamJson(counted(), handler, limits);
  });
}
