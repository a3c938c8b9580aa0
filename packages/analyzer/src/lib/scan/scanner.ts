import type { HitMarks, HitMeasures } from './hits-statistics.ts';

/** Limits and choices of a scan. */
export interface ScanOptions {
  /** Containers within containers that are followed. Default 1,000, at most 100,000. */
  readonly maxDepth?: number;
  /** Bytes of a key or wanted text that are kept; what is longer is cut off. Default 4,096; from 512 to 1,048,576. */
  readonly maxTextBytes?: number;
  /** Additional measures of hits. Default: none. */
  readonly measures?: HitMeasures;
  /** Texts that give a hit a mark. Default: none. */
  readonly marks?: HitMarks;
}

/**
 * Reads one JSON document of any size, chunk by chunk, and tells a handler what is in it. Everything is validated: grammar,
 * escapes, numbers, UTF-8. Memory depends on depth and text limit alone. However the input is cut into chunks, the handler
 * hears the same.
 */
export interface Scanner {
  /** Bytes read so far. */
  readonly bytes: number;
  /**
   * Reads the next bytes of the input.
   *
   * @throws {JsonError} where the input is not JSON.
   */
  write(chunk: Uint8Array): void;
  /**
   * Ends the input.
   *
   * @throws {JsonError} where it is cut off.
   */
  end(): void;
  /**
   * Gives up before the end: tells the handler what was seen of an array of hits that is still open.
   *
   * @throws {Error} if the handler calls it. It can throw an error, which ends the scan.
   */
  stop(): void;
  /** Returns the path of the value being read. Keys are cut off after 64 bytes. */
  path(): (string | number)[];
}
