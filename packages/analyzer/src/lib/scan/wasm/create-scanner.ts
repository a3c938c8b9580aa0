import type { ScanHandler } from '../scan-handler.ts';
import type { Scanner, ScanOptions } from '../scanner.ts';
import { WasmScanner } from './wasm-scanner.ts';

/**
 * Starts a scan.
 *
 * @throws {RangeError} if a limit is out of range.
 * @throws {Error} if WebAssembly with SIMD is not available.
 *
 * @example
 * const scanner = createScanner(handler)
 * for await (const chunk of createReadStream('delivery.json')) scanner.write(chunk)
 * scanner.end()
 */
export function createScanner(handler: ScanHandler, options: ScanOptions = {}): Scanner {
  return new WasmScanner(handler, options);
}
