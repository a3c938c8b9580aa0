import { Readable } from 'node:stream';

import type { Captured } from '@idvkit/schema/formats';

import { contentCodings, findCoding, MAX_CODINGS } from '../content-coding.ts';
import { unpack } from '../packed-body.ts';

/** What any body may unpack to, in bytes, and how many times its length: deflate makes no more of a byte than that. */
const MIN_LIMIT_BYTES = 64 * 2 ** 20;
const MAX_GROWTH = 1_032;

/**
 * Undoes the `Content-Encoding` that a body travelled with. What is of an encoding that nobody knows stays as it is. What unpacks to
 * more than anybody would send, as a few bytes can that were packed several times, breaks off with an `UnpackError`.
 */
export function decodeContent(body: Readable, captured: Captured): Readable {
  const codings = contentCodings(captured)
    .slice(0, MAX_CODINGS)
    .flatMap((name) => findCoding(name) ?? []);
  if (codings.length === 0) return body;
  const maxBytes = Math.max(MIN_LIMIT_BYTES, MAX_GROWTH * captured.body.bytes);
  // No encoding is set, so the chunks are bytes.
  return Readable.from(unpack(body as AsyncIterable<Uint8Array>, codings, { maxBytes }), { objectMode: false });
}
