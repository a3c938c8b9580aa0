import { writingsOf, type Archive } from '@idvkit/archive';
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
    for await (const chunk of archive.openContent(captured) as AsyncIterable<Uint8Array>) {
      const bytes = Buffer.concat([rest, chunk]);
      if (needles.some((needle) => bytes.includes(needle))) return true;
      rest = Buffer.from(bytes.subarray(Math.max(0, bytes.length - maxLength + 1)));
    }
  } catch {
    return false;
  }
  return false;
}
