import type { PayloadSummary } from '@idvkit/schema/formats';

import { scanFile } from '../scan/file/scan-file.ts';
import { scan } from '../scan/wasm/scan.ts';
import { payloadSummary, summarizeWith, type SummarizeOptions } from './summarize-with.ts';

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
  return payloadSummary(await summarizeWith(options, (handler, scanOptions) => scan(input, handler, scanOptions)));
}

/**
 * Sums up one payload in a file of any size, faster than `summarize` does from a stream. The summary is the same.
 *
 * @throws the error of the file system, if the file cannot be read.
 *
 * @example
 * const summary = await summarizeFile('delivery.json')
 */
export async function summarizeFile(path: string, options: SummarizeOptions = {}): Promise<PayloadSummary> {
  return payloadSummary(await summarizeWith(options, (handler, scanOptions) => scanFile(path, handler, scanOptions)));
}
