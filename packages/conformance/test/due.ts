import { isProof } from '../../../tools/testing/sample.ts';

/** Calls of a run that covers every pair of conditions. With some seeds, a fault shows in later calls only: a proof makes all. */
export const DUE = isProof ? { calls: 10_000, applications: 1_000 } : { calls: 1800 };

/** Calls of a run that makes every call of the scenarios, and few beyond. */
export const FEW = { calls: 800 };

/**
 * Enough for one example of what a run makes. In a proof, it is as much as `FEW`.
 * Deliveries take most of the time, and few applications have few of them.
 */
export const SMALL = isProof ? FEW : { calls: 200, applications: 25 };
