export { createCollector, type Collector } from './lib/corpus/create-collector.ts';
export { readHits, type HitRead } from './lib/export/read-hits.ts';
export type { PayloadInput } from './lib/input/byte-chunks.ts';
export { JsonError, type JsonErrorCode, type ScanPosition } from './lib/scan/json-error.ts';
export { scanFile } from './lib/scan/file/scan-file.ts';
export { scan, type ScanRunOptions } from './lib/scan/wasm/scan.ts';
export { createScanner } from './lib/scan/wasm/wasm-scanner.ts';
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
export type { ScalarKind, ScanHandler, VisitMode } from './lib/scan/scan-handler.ts';
export { compareShapes, type ShapeChange } from './lib/shape/compare-shapes.ts';
export { hitJsonSchema, type HitJsonSchema, type HitShapeSchema } from './lib/shape/hit-json-schema.ts';
export { readHitShape } from './lib/shape/read-hit-shape.ts';
export type { SummarizeOptions } from './lib/summarize/summarize-with.ts';
export { summarize, summarizeFile } from './lib/summarize/summarize.ts';
export { DEFAULT_HIT_PROFILE } from './lib/summarize/hit-profile.ts';
export { mergeParts, type MergedParts } from './lib/cli/parts/merge-parts.ts';
export { planTasks, type PlanOptions } from './lib/cli/parts/plan-tasks.ts';
export { runTask } from './lib/cli/parts/run-task.ts';
