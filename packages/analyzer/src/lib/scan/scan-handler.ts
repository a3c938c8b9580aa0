import type { HitBatch, HitsStatistics } from './hits-statistics.ts';

/** Kind of a value that is not a container. */
export type ScalarKind = 'string' | 'number' | 'boolean' | 'null';

/**
 * Events that a handler wants of the inside of a container that opens:
 *
 * - `tokens`: everything in it, token by token. For the few parts of a document that are looked at closely.
 * - `skip`: nothing. It is validated all the same, and its `close` is told.
 * - `hits`: for an array whose elements are hits. The scanner measures them itself and tells no token of them, but batches of
 *   hits ({@link ScanHandler.hits}) and, before the array's `close`, statistics by path ({@link ScanHandler.hitsEnd}).
 *   An object cannot be measured so; it is skipped.
 */
export type VisitMode = 'tokens' | 'skip' | 'hits';

/**
 * Hears what a scan comes across, in document order. Offsets are bytes from the start of the input; `end` is one past the
 * last byte. Keys and texts longer than the scan's limit are cut off at it.
 *
 * An error of a handler ends the scan and reaches its caller.
 */
export interface ScanHandler {
  /** `{` or `[`. Answers what it wants to hear of the inside. */
  open(kind: 'object' | 'array', offset: number): VisitMode;
  /** The matching `}` or `]`, of every container that was told with `open`. */
  close(end: number): void;
  /** A key of an object; its value follows. */
  key(text: string, offset: number): void;
  /**
   * A string, number, boolean or null.
   *
   * @param text What a string says, or a number or literal as written; the empty string unless {@link wantsText}.
   */
  scalar(kind: ScalarKind, text: string, offset: number, end: number): void;
  /** Returns true if the text of the next scalar is needed. Decoding it costs time. */
  wantsText(): boolean;
  /**
   * Hits of the array for which `open` answered `hits`, in order, some hundreds at a time. How many a batch holds means
   * nothing. The batch is valid during the call only.
   */
  hits?(batch: HitBatch): void;
  /** Numbers of the texts that are measured as `stories`, some at a time, before the batch of their hits or earlier. Valid during the call only. */
  stories?(hashes: Float64Array): void;
  /** The end of such an array; its `close` follows. Where a document breaks off, what was seen of an open array is told too. */
  hitsEnd?(statistics: HitsStatistics): void;
}
