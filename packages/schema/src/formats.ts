export * from './lib/formats/conformance-report.ts';
export * from './lib/formats/payload-summary.ts';
export * from './lib/formats/hit-profile.ts';
export * from './lib/formats/capture-journal.ts';
export * from './lib/formats/recorded-traffic.ts';
export * from './lib/formats/baseline.ts';
export * from './lib/formats/corpus-summary.ts';
export * from './lib/formats/hits-summary.ts';
export type { ReachedLimit, SketchData, Spread, ValueCounts } from './lib/formats/counted.ts';
