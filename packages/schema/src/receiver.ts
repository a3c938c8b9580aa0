export type { JsonLimits, PathKey } from '@idvkit/json';
export { isLifecycleEvent, isSubmission } from './lib/consumer/event-guards.ts';
export type * from './lib/consumer/types.ts';
export type { UnknownValue } from './lib/consumer/unknown-value.ts';
export type { ReadingIssue } from './lib/reading/read-as.ts';
export * from './lib/receiver/bearer.ts';
export * from './lib/receiver/delivery-error.ts';
export * from './lib/receiver/parse-delivery.ts';
