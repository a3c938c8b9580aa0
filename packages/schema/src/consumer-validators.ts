export * from '../compiled/consumer.js';
export type { Guard, GuardIssue } from './lib/check/guard.ts';
