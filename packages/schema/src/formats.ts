export * from './lib/formats/conformance-report.ts';
export {
  condition,
  type Condition,
  type Observed,
  type ReportedMessage,
  type ReportedRequest,
} from './lib/formats/observed.ts';
export * from './lib/formats/payload-summary.ts';
export * from './lib/formats/hit-profile.ts';
export * from './lib/formats/capture.ts';
export * from './lib/formats/capture-line.ts';
export * from './lib/formats/request-head.ts';
export * from './lib/formats/capture-list.ts';
export * from './lib/formats/capture-view.ts';
export * from './lib/formats/capture-diff.ts';
export * from './lib/formats/archive-verification.ts';
export * from './lib/formats/baseline.ts';
export * from './lib/formats/corpus-summary.ts';
export * from './lib/formats/analysis-part.ts';
export * from './lib/formats/hits-summary.ts';
export type { Distribution, ReachedLimit, SketchData, Spread, ValueCounts } from './lib/formats/counted.ts';
export type { Behaviour, MeasuredBehaviour, SeenBehaviour } from './lib/formats/behaviour.ts';
export * from './lib/formats/comparison.ts';
export * from './lib/formats/harden-report.ts';
export * from './lib/formats/send-report.ts';
export * from './lib/formats/send-plan.ts';
export * from './lib/config/config.ts';
