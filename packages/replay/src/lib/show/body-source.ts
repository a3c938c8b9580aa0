import { contentCodings, UnpackError, type Archive } from '@idvkit/archive';
import type { Captured } from '@idvkit/schema/formats';

export interface ByteSpan {
  readonly start: number;
  readonly end: number;
}

export interface BodySource {
  readonly capture: number;
  readonly bytes: number;
  read(span: ByteSpan): Promise<AsyncIterable<Uint8Array>>;
}

const HELD_BYTES = 8 * 2 ** 20;
/** Bytes of a body that can be read only from its beginning, as it is compressed. */
const MAX_UNPACKED_BYTES = 64 * 2 ** 20;

/**
 * Opens the body of a capture, decoded, for reading in parts.
 * @throws {UnpackError} if it cannot be unpacked, or has more than 64 MiB; {ArchiveError} `body-missing`.
 */
export async function openSource(archive: Archive, captured: Captured): Promise<BodySource> {
  if (contentCodings(captured).length === 0 && captured.body.bytes > HELD_BYTES) {
    return {
      capture: captured.id,
      bytes: captured.body.bytes,
      // No encoding is set, so the chunks are bytes.
      read: async ({ start, end }) => archive.openBody(captured, { start, end }) as AsyncIterable<Uint8Array>,
    };
  }
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of archive.openContent(captured) as AsyncIterable<Uint8Array>) {
    parts.push(chunk);
    bytes += chunk.length;
    if (bytes > MAX_UNPACKED_BYTES) throw new UnpackError('it travelled compressed and is longer than 64 MiB');
  }
  const all = Buffer.concat(parts);
  return {
    capture: captured.id,
    bytes,
    read: ({ start, end }) => Promise.resolve(once(all.subarray(start, end))),
  };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}
