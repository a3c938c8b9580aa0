import type { Archive } from '@idvkit/archive';
import { decodeContent } from '@idvkit/archive/coding';
import type { Captured } from '@idvkit/schema/formats';

/** Bytes from `start` to before `end`, of a body. */
export interface ByteSpan {
  readonly start: number;
  readonly end: number;
}

/** A body of which parts can be read again and again. */
export interface BodySource {
  readonly bytes: number;
  read(span: ByteSpan): Promise<AsyncIterable<Uint8Array>>;
}

/** A body that is compressed on the wire and too long to be held. */
export class BodyTooLongError extends Error {
  override readonly name = 'BodyTooLongError';
}

/** Bytes of a body that is held in memory rather than read part by part. */
const HELD_BYTES = 8 * 2 ** 20;
/** As much of one that can be read only from its beginning. */
const HELD_ENCODED_BYTES = 64 * 2 ** 20;

/**
 * Opens the body of a capture for reading in parts; what travelled compressed is decoded.
 *
 * @throws {BodyTooLongError} if it travelled compressed and has more than 64 MiB.
 * @throws {ArchiveError} `body-missing`.
 */
export async function openSource(archive: Archive, captured: Captured): Promise<BodySource> {
  const isEncoded = captured.headers.some(
    ([name, value]) => name.toLowerCase() === 'content-encoding' && value.toLowerCase() !== 'identity',
  );
  if (!isEncoded && captured.body.bytes > HELD_BYTES) {
    return {
      bytes: captured.body.bytes,
      // No encoding is set, so the chunks are bytes.
      read: async ({ start, end }) => (await archive.openBody(captured, { start, end })) as AsyncIterable<Uint8Array>,
    };
  }
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of decodeContent(await archive.openBody(captured), captured)) {
    parts.push(chunk as Uint8Array); // No encoding is set.
    bytes += (chunk as Uint8Array).length;
    if (bytes > HELD_ENCODED_BYTES) throw new BodyTooLongError(`Capture ${captured.id} is compressed and too long`);
  }
  const all = Buffer.concat(parts);
  return {
    bytes,
    read: ({ start, end }) => Promise.resolve(once(all.subarray(start, end))),
  };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}
