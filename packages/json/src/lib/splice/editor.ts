import type { JsonPath, ValueKind } from '../scan/json-scanner.ts';
/** JSON text that takes the place of a value or key. Whether it is valid is the editor's concern. */
export type Replacement = string | Uint8Array;

/** A value of a body. The object is used again for the next one: copy what you keep. */
export interface Place {
  /** Keys and 0-based indices from the root. Of an object with a key twice, both values have the same path. */
  readonly path: JsonPath;
  readonly kind: ValueKind;
  /** Byte at which the value begins, from the start of the body. */
  readonly offset: number;
}

/**
 * Decision about a value that begins:
 *
 * - `keep`: copy it; a container as a whole, without a question about what is in it. Costs the least.
 * - `enter`: copy it, and ask about each value in it. Of a value that is not a container, the same as `keep`.
 * - `read`: hold its bytes and ask {@link Editor.replace} once it has ended. A container is then held as a whole.
 * - `{ replaceWith }`: put this in its place, without looking at it. Works for values of any size.
 */
export type Choice = 'keep' | 'enter' | 'read' | { readonly replaceWith: Replacement };

/** Decides about each value of a body, in the order of the bytes. What it throws ends the splice. */
export interface Editor {
  /** Asked about every value that begins. */
  choose(place: Place): Choice;
  /**
   * Asked for each value that was chosen to be `read`.
   *
   * @param raw The value as it stands in the body: a string with its quotes and escapes, a number digit by digit. It may be
   *   a view of the chunk: copy it to keep it.
   * @returns What takes its place; `undefined` leaves every byte as it is.
   */
  replace?(place: Place, raw: Buffer): Replacement | undefined;
  /** Asked before {@link Editor.replaceKey} for a key that lies within one chunk: whether it stays. */
  keepsKey?(path: JsonPath): boolean;
  /**
   * Asked for each key outside of what is kept, read or replaced as a whole.
   *
   * @param path Path of the value that the key names.
   * @param raw The key as it stands in the body, with quotes and escapes.
   */
  replaceKey?(path: JsonPath, raw: Buffer): Replacement | undefined;
  /** Asked before a container that was entered closes. @returns Members to add at its end, without a comma around them. */
  append?(place: Place): Replacement | undefined;
}
