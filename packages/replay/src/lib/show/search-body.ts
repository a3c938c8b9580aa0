import type { Archive } from '@idvkit/archive';
import type { Captured } from '@idvkit/schema/formats';

/**
 * Looks for a text in the body of a capture while it streams, as it is and as JSON may escape it. Case matters.
 * A body that cannot be read or decoded holds no text.
 */
export async function holdsText(archive: Archive, captured: Captured, text: string): Promise<boolean> {
  const needles = writingsOf(text);
  const maxLength = Math.max(...needles.map(({ length }) => length));
  let rest: Buffer = Buffer.alloc(0);
  try {
    // No encoding is set, so the chunks are bytes.
    for await (const chunk of (await archive.openContent(captured)) as AsyncIterable<Uint8Array>) {
      const bytes = Buffer.concat([rest, chunk]);
      if (needles.some((needle) => bytes.includes(needle))) return true;
      rest = Buffer.from(bytes.subarray(Math.max(0, bytes.length - maxLength + 1)));
    }
  } catch {
    return false;
  }
  return false;
}

function writingsOf(text: string): readonly Buffer[] {
  const json = JSON.stringify(text).slice(1, -1);
  const escaped = json.replaceAll(
    /[\u0080-\uFFFF]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const upper = escaped.replaceAll(/\\u[\da-f]{4}/g, (unit) => `\\u${unit.slice(2).toUpperCase()}`);
  const writings = [text, json, escaped, upper].flatMap((writing) => [writing, writing.replaceAll('/', '\\/')]);
  return [...new Set(writings)].map((writing) => Buffer.from(writing));
}
