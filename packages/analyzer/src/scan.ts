export type {
  HitBatch,
  HitMeasures,
  HitsStatistics,
  Measure,
  PathStatistics,
  Script,
  Tally,
  ValueCount,
} from './lib/scan/hits-statistics.ts';
export { JsonError, type JsonErrorCode, type ScanPosition } from './lib/scan/json-error.ts';
export { scan, type ScanRunOptions } from './lib/scan/wasm/scan.ts';
export type { ScalarKind, ScanHandler, VisitMode } from './lib/scan/scan-handler.ts';
export { createScanner } from './lib/scan/wasm/wasm-scanner.ts';
export type { Scanner, ScanOptions } from './lib/scan/scanner.ts';
