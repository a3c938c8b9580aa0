import type { PayloadSummary } from '@idvkit/schema/formats';

import type { SummarizeOptions } from '../../src/lib/summarize/summarize-options.ts';
import { summarizeWith } from '../../src/lib/summarize/summarize-with.ts';
import { readWithStreamJson } from './read-with-stream-json.ts';

/** Sums up one payload as `summarize` does, but reads it with stream-json. */
export function summarizeWithStreamJson(
  input: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  options: SummarizeOptions = {},
): Promise<PayloadSummary> {
  return summarizeWith(options, ({ handler, limits, onProgress }) => {
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
