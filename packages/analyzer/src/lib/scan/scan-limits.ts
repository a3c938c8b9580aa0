import type { HitMarks, HitMeasures } from './hits-statistics.ts';

/** Bytes of a key, as written, that are kept for the path of an error, and bytes of it that the path shows. */
export const STEP_BYTES = 384;
export const SHOWN_STEP_BYTES = 64;

const NO_MARKS: HitMarks = new Map();

/** Limits of a scan, all of them given. */
export interface ScanLimits {
  readonly maxDepth: number;
  readonly maxTextBytes: number;
  readonly measures: HitMeasures;
  readonly marks: HitMarks;
}

/**
 * Fills in what is not given.
 *
 * @throws {RangeError} if a limit is out of range.
 */
export function checkLimits(
  options: Partial<{ [Name in keyof ScanLimits]: ScanLimits[Name] | undefined }>,
): ScanLimits {
  const { maxDepth = 1_000, maxTextBytes = 4_096, measures = {}, marks = NO_MARKS } = options;
  if (!Number.isInteger(maxDepth) || maxDepth < 1 || maxDepth > 100_000) {
    throw new RangeError(`maxDepth must be an integer from 1 to 100,000, not ${maxDepth}`);
  }
  if (!Number.isInteger(maxTextBytes) || maxTextBytes < 512 || maxTextBytes > 1_048_576) {
    throw new RangeError(`maxTextBytes must be an integer from 512 to 1,048,576, not ${maxTextBytes}`);
  }
  return { maxDepth, maxTextBytes, measures, marks };
}
