import type { PayloadSummary, ReadingProblem } from '@idvkit/schema/formats';

import { payloadSummary, summarizeWith, type SummarizeOptions } from '../../src/lib/summarize/summarize-with.ts';
import { readWithStreamJson } from './read-with-stream-json.ts';

/** Sums up one payload as `summarize` does, but reads it with stream-json. */
export async function summarizeWithStreamJson(
  input: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  options: SummarizeOptions = {},
): Promise<PayloadSummary> {
  const problemOf = (error: unknown): ReadingProblem | undefined =>
    error instanceof Broken ? error.problem : undefined;
  const result = await summarizeWith(
    { ...options, problemOf },
    async (handler, { measures = {}, maxDepth = 1_000, onProgress }) => {
      let bytes = 0;
      async function* counted(): AsyncGenerator<Uint8Array> {
        for await (const chunk of input) {
          bytes += chunk.byteLength;
          onProgress?.(bytes);
          yield chunk;
        }
      }
      const problem = await readWithStreamJson(counted(), handler, { measures, maxDepth });
      if (problem) throw new Broken(problem);
    },
  );
  return payloadSummary(result);
}

class Broken extends Error {
  readonly problem: ReadingProblem;

  constructor(problem: ReadingProblem) {
    super(problem.message);
    this.problem = problem;
  }
}
