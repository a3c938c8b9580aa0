import type { ScanHandler } from '../scan-handler.ts';
import type { ScanOptions } from '../scanner.ts';
import { WasmScanner } from './wasm-scanner.ts';

/** Limits of a scan, and how it is run. */
export interface ScanRunOptions extends ScanOptions {
  /** Stops the reading. */
  readonly signal?: AbortSignal | undefined;
  /** Called with the number of bytes read, now and then. */
  readonly onProgress?: ((bytes: number) => void) | undefined;
}

/**
 * Reads one JSON document from a stream and tells a handler what is in it. Works in browsers as it does in Node.
 *
 * @returns Bytes read.
 * @throws {JsonError} where the input is not JSON or is cut off.
 * @throws the reason of the signal, once it is aborted.
 *
 * @example
 * const response = await fetch('/delivery.json')
 * await scan(response.body, handler) // handler.open, key, scalar, close, hits
 */
export async function scan(
  input: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  handler: ScanHandler,
  options: ScanRunOptions = {},
): Promise<number> {
  const { signal, onProgress, ...limits } = options;
  const scanner = new WasmScanner(handler, limits);
  try {
    for await (const chunk of input) {
      signal?.throwIfAborted();
      scanner.write(chunk);
      onProgress?.(scanner.bytes);
    }
    signal?.throwIfAborted();
    scanner.end();
  } finally {
    scanner.stop();
  }
  return scanner.bytes;
}
