/**
 * Bytes as they are compared: ASCII letters in lower case, and a space like a plus sign, as forms write one for the other.
 */
export const FOLDED: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte === 0x20 ? 0x2b : byte,
);

/** Classes of folded bytes. */
export const OTHER = 0;
export const WORD = 1;
export const LEADING = 2;
export const CONTINUING = 3;

/** The class of each folded byte: what words of ASCII are made of, what a character beyond ASCII begins with or goes on with. */
export const CLASS: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte >= 0x80) return byte < 0xc0 ? CONTINUING : LEADING;
  return (byte >= 0x30 && byte <= 0x39) || (byte >= 0x61 && byte <= 0x7a) || byte === 0x5f ? WORD : OTHER;
});
