export { JsonError, type ScanPosition } from './lib/scan/json-error.ts';
export { Scanner, type ScanOptions } from './lib/scan/scanner.ts';
export type { ScalarKind, TokenHandler } from './lib/scan/token-handler.ts';
export { summarize, type SummarizeOptions } from './lib/summarize.ts';
export { DEFAULT_HIT_PROFILE } from './lib/summary/hit-profile.ts';
