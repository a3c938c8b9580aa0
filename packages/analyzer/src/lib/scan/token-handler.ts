/** Kind of a value that is not a container. */
export type ScalarKind = 'string' | 'number' | 'boolean' | 'null';

/**
 * Hears what a scan comes across, in document order. Offsets are bytes from the start of the input; `end` is one past the
 * last byte. Texts longer than the scan's limit are cut off at it.
 */
export interface TokenHandler {
  /** `{` or `[`. */
  open(kind: 'object' | 'array', offset: number): void;
  /** The matching `}` or `]`. */
  close(end: number): void;
  /** A key of an object; its value follows. */
  key(text: string, offset: number): void;
  /**
   * A string, number, boolean or null.
   *
   * @param text What a string says, or a number or literal as written; the empty string unless {@link wantsText}.
   */
  scalar(kind: ScalarKind, text: string, offset: number, end: number): void;
  /** Whether the next scalar's text is of use; decoding what nobody wants costs time. */
  wantsText(): boolean;
}
