// Limits of what the scanner measures: assembly/.

/** Bytes of the longest key that has its own path. */
export const MAX_KEY_BYTES: number = 256;
/** Bytes of the longest number, or string with the quote that begins it, that counts as a value of an enum-like path. */
export const MAX_VALUE_BYTES: number = 64;
/** Most distinct texts of one hit among which repetitions are looked for. */
export const MAX_REPEAT_TEXTS: number = 4_096;
/** Bytes at the start of a text that tell its script. */
export const SCRIPT_BYTES = 64;
/** Bytes of the longest label. */
export const MAX_LABEL_BYTES: number = 256;

/** Returns the bytes of a text in UTF-8; a lone surrogate counts three. */
export function utf8Length(text: string): number {
  return Buffer.byteLength(text);
}
