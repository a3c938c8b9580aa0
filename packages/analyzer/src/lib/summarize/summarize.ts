import type { PayloadSummary } from '@idvkit/schema/formats';

import { byteChunks, type PayloadInput } from '../input/byte-chunks.ts';
import { decompress } from '../input/decompress.ts';
import { plainFileOf, openFile } from '../input/files.ts';
import { scanFile } from '../scan/file/scan-file.ts';
import { scan } from '../scan/wasm/scan.ts';
import { payloadSummary, summarizeWith, type SummarizeOptions } from './summarize-with.ts';

/**
 * Sums up one payload of any size while it streams by. Memory does not grow with the payload.
 *
 * A payload that is malformed, cut off or interrupted gives what was seen until then, with `complete: false` and the
 * problem, its byte, line and column.
 *
 * @param input JSON text as bytes or as a string, whole or as a stream.
 *
 * @example
 * const summary = await summarize(createReadStream('delivery.json'))
 * summary.documents[0].providers[0].runs[0].entries[0].hits.count // 1204
 */
export async function summarize(input: PayloadInput, options: SummarizeOptions = {}): Promise<PayloadSummary> {
  const chunks = byteChunks(input);
  return payloadSummary(await summarizeWith(options, (handler, scanOptions) => scan(chunks, handler, scanOptions)));
}

/**
 * Sums up one payload in a file of any size, faster than `summarize` does from a stream. The summary is the same. Gzip and zstd
 * are unpacked.
 *
 * @throws the error of the file system, if the file cannot be read.
 * @throws {CompressionError} if compressed data is damaged or cut short.
 *
 * @example
 * const summary = await summarizeFile('delivery.json')
 */
export async function summarizeFile(path: string, options: SummarizeOptions = {}): Promise<PayloadSummary> {
  const isPlain = (await plainFileOf({ kind: 'file', name: path, path, lines: false })) !== undefined;
  return payloadSummary(
    await summarizeWith(options, async (handler, scanOptions) =>
      isPlain
        ? scanFile(path, handler, scanOptions)
        : scan(decompress(await openFile(path, path)), handler, scanOptions),
    ),
  );
}
