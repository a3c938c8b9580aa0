export { createCollector, type Collector } from './lib/corpus/create-collector.ts';
export { JsonError, type ScanPosition } from './lib/scan/json-error.ts';
export { scanFile, type ScanFileOptions } from './lib/scan/file/scan-file.ts';
export { scan, type ScanRunOptions } from './lib/scan/scan.ts';
export { createScanner } from './lib/scan/create-scanner.ts';
export type { Scanner, ScanOptions } from './lib/scan/scanner.ts';
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
export type { ScalarKind, ScanHandler, Wish } from './lib/scan/scan-handler.ts';
export { compareShapes, type ShapeChange } from './lib/shape/compare-shapes.ts';
export { hitJsonSchema, type HitJsonSchema, type HitShapeSchema } from './lib/shape/hit-json-schema.ts';
export { readHitShape } from './lib/shape/read-hit-shape.ts';
export { summarize } from './lib/summarize.ts';
export type { SummarizeOptions } from './lib/summary/summarize-options.ts';
export { summarizeFile, type SummarizeFileOptions } from './lib/summarize-file.ts';
export { DEFAULT_HIT_PROFILE } from './lib/summary/hit-profile.ts';
