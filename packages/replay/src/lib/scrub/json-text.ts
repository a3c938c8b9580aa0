/** Reads a JSON string as it stands in a body, quotes included. Bytes that are no UTF-8 become `�`. */
export function decodeText(raw: Buffer): string {
  return JSON.parse(raw.toString('utf8')) as string; // The scanner vouches for a string.
}

/**
 * Writes a text as a JSON string, quotes included, the way another was written: with characters beyond ASCII escaped where
 * all of its were, and solidi where they were.
 *
 * @param like The other string, as it stood in the body.
 */
export function encodeText(text: string, like: Buffer): string {
  let encoded = JSON.stringify(text);
  if (!like.includes('\\')) return encoded;
  if (like.includes(String.raw`\/`)) encoded = encoded.replaceAll('/', String.raw`\/`);
  if (like.includes(String.raw`\u`) && isAscii(like)) {
    encoded = encoded.replaceAll(
      /[^\0-\u007F]/g,
      (unit) => String.raw`\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
  }
  return encoded;
}

function isAscii(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte < 0x80);
}
