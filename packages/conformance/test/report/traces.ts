/** How a value may be written: as it is, for URLs, for JSON, for XML, as hexadecimal digits. */
export function spellingsOf(value: string): readonly string[] {
  const json = JSON.stringify(value).slice(1, -1);
  const ascii = json.replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const xml = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  const url = encodeURIComponent(value);
  return [...new Set([value, url, url.replaceAll('%20', '+'), json, ascii, xml, Buffer.from(value).toString('hex')])];
}

/** How a value may be planted: spelled out, or in base64 alone or among other bytes. */
export function plantingsOf(value: string): readonly string[] {
  const among = ['', 'a', 'ab'].map((before) => Buffer.from(`${before}${value}\u0001`));
  return [...spellingsOf(value), ...among.flatMap((bytes) => [bytes.toString('base64'), bytes.toString('base64url')])];
}

/** How a value shows in a text. */
export function tracesOf(value: string): readonly string[] {
  return [...spellingsOf(value), ...[0, 1, 2].map((before) => base64Core(Buffer.from(value), before))];
}

/** The part of a base64 text that `bytes` alone decide when `before` other bytes come before them. */
function base64Core(bytes: Buffer, before: number): string {
  const text = Buffer.concat([Buffer.alloc(before), bytes])
    .toString('base64')
    .replace(/=+$/, '');
  const first = Math.ceil((before * 8) / 6);
  const last = Math.floor(((before + bytes.length) * 8) / 6);
  return text.slice(first, last);
}

/** Finds which values show in which outputs, in any spelling of at least six characters. */
export function leaksIn(outputs: Readonly<Record<string, string>>, personal: readonly string[]): readonly string[] {
  return Object.entries(outputs).flatMap(([reporter, text]) => {
    const lower = text.toLowerCase();
    return personal.flatMap((value) =>
      tracesOf(value)
        .filter((encoded) => encoded.length >= 6 && lower.includes(encoded.toLowerCase()))
        .map((encoded) => `${reporter}: ${encoded}`),
    );
  });
}
