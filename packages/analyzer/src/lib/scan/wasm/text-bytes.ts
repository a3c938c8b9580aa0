const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const encoder = new TextEncoder();

/** Bytes of the longest text that is quicker to read byte by byte than to hand over to a decoder. */
export const SHORT_TEXT_BYTES = 24;

/** Reads what stands between two places: UTF-8, mostly ASCII, at most {@link SHORT_TEXT_BYTES} of it. */
export function readShortText(bytes: Uint8Array, from: number, to: number): string {
  let text = '';
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte >= 0x80) return decoder.decode(bytes.subarray(from, to));
    text += String.fromCharCode(byte);
  }
  return text;
}

/** Returns the longest beginning of a text that has at most `maxBytes` bytes in UTF-8; a lone surrogate counts three. */
export function cutToBytes(text: string, maxBytes: number): string {
  return text.slice(0, encoder.encodeInto(text, new Uint8Array(maxBytes)).read);
}

/**
 * Reads the inside of a JSON string.
 *
 * @param raw Bytes between the quotes, valid but for an escape or character that is cut off at the end.
 * @param traits Whether there is an escape in it, and whether its end was cut off: then what is left of the last escape or
 *   character is dropped.
 */
export function readStringText(raw: Uint8Array, traits: { escaped: boolean; cut: boolean }): string {
  const whole = traits.cut ? raw.subarray(0, endOfWhole(raw, traits.escaped)) : raw;
  const text = decoder.decode(whole);
  return traits.escaped ? (JSON.parse(`"${text}"`) as string) : text; // A JSON string literal parses to a string.
}

/** Index up to which characters and escapes are whole. */
function endOfWhole(raw: Uint8Array, escaped: boolean): number {
  let end = raw.length;
  if (escaped) {
    let at = 0;
    while (at < raw.length) {
      const bytes = raw[at] !== 0x5c ? 1 : raw[at + 1] === 0x75 ? 6 : 2;
      if (at + bytes > raw.length) break;
      at += bytes;
    }
    end = at;
  }
  let start = end - 1;
  while (start >= 0 && start > end - 4 && ((raw[start] ?? 0) & 0xc0) === 0x80) start -= 1;
  const lead = raw[start] ?? 0;
  const need = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
  return start >= 0 && start + need > end ? start : end;
}

/** Reads UTF-8 in which a lone surrogate has three bytes. */
export function readBytesText(bytes: Uint8Array): string {
  let text = '';
  let from = 0;
  for (let at = bytes.indexOf(0xed); at >= 0; at = bytes.indexOf(0xed, at + 1)) {
    const second = bytes[at + 1] ?? 0;
    if (second < 0xa0) continue;
    text += decoder.decode(bytes.subarray(from, at));
    text += String.fromCharCode(0xd000 | ((second & 0x3f) << 6) | ((bytes[at + 2] ?? 0) & 0x3f));
    from = at + 3;
  }
  return text + decoder.decode(bytes.subarray(from));
}
