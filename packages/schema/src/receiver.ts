export type { PathKey } from './lib/json/find-fault.ts';
export type { JsonLimits } from './lib/json/parse-json.ts';
export * from './lib/receiver/bearer.ts';
export * from './lib/receiver/delivery-error.ts';
export * from './lib/receiver/parse-delivery.ts';
