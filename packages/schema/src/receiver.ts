export type { JsonLimits, PathKey } from '@idvkit/json';
export * from './lib/receiver/bearer.ts';
export * from './lib/receiver/delivery-error.ts';
export * from './lib/receiver/parse-delivery.ts';
