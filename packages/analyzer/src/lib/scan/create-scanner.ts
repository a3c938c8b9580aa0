import { PlainScanner } from './plain-scanner.ts';
import type { ScanHandler } from './scan-handler.ts';
import type { Scanner, ScanOptions } from './scanner.ts';
import { isWasmThere } from './wasm-machine.ts';
import { WasmScanner } from './wasm-scanner.ts';

/**
 * Starts a scan.
 *
 * @throws {RangeError} if a limit is out of range.
 *
 * @example
 * const scanner = createScanner(handler)
 * for await (const chunk of createReadStream('delivery.json')) scanner.write(chunk)
 * scanner.end()
 */
export function createScanner(handler: ScanHandler, options: ScanOptions = {}): Scanner {
  const { engine = isWasmThere() ? 'wasm' : 'plain' } = options;
  return engine === 'wasm' ? new WasmScanner(handler, options) : new PlainScanner(handler, options);
}
