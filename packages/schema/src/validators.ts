export * from '../compiled/strict.js';
export type { Guard, GuardIssue } from './lib/check/guard.ts';
