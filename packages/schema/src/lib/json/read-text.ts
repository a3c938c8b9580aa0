/** The text of a body, or the first byte of it that is not UTF-8. */
export type ReadText = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly byte: number };

/** Decodes a body; a byte-order mark is no part of the text. A body too long for a string ends at its last byte. */
export function readText(bytes: Uint8Array): ReadText {
  try {
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { ok: false, byte: firstNotUtf8(bytes) };
  }
}

/** Offset of the first byte that begins no character; the number of bytes where there is none. */
function firstNotUtf8(bytes: Uint8Array): number {
  let at = 0;
  while (at < bytes.length) {
    const length = characterLength(bytes, at);
    if (length === 0) return at;
    at += length;
  }
  return at;
}

/** Number of bytes of the character at an offset, 0 where there is none. @see RFC 3629, section 4 */
function characterLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  if (lead < 0x80) return 1;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  const length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  // Overlong forms, surrogates and what is beyond U+10FFFF show in the second byte.
  const min = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  const max = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  const second = bytes[at + 1] ?? 0;
  if (second < min || second > max) return 0;
  for (let next = at + 2; next < at + length; next += 1) {
    const byte = bytes[next] ?? 0;
    if (byte < 0x80 || byte > 0xbf) return 0;
  }
  return length;
}
