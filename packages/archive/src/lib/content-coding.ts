import { pipeline, Readable, type Duplex } from 'node:stream';
import {
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createBrotliDecompress,
  createDeflate,
  createGunzip,
  createGzip,
  createInflate,
  createZstdCompress,
  createZstdDecompress,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib';

import type { Captured } from '@idvkit/schema/formats';

/** A `Content-Encoding` that is known here. */
export interface ContentCoding {
  createDecoder(): Duplex;
  createEncoder(): Duplex;
  /** Encodes a small body without streaming. */
  encode(bytes: Uint8Array): Uint8Array;
}

const gzip: ContentCoding = {
  createDecoder: createGunzip,
  createEncoder: createGzip,
  encode: (bytes) => gzipSync(bytes),
};
const deflate: ContentCoding = {
  createDecoder: createInflate,
  createEncoder: createDeflate,
  encode: (bytes) => deflateSync(bytes),
};
const zstd: ContentCoding = {
  createDecoder: createZstdDecompress,
  createEncoder: createZstdCompress,
  encode: (bytes) => zstdCompressSync(bytes),
};
/** The highest quality, which is the default, takes a second per megabyte. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const brotli: ContentCoding = {
  createDecoder: createBrotliDecompress,
  createEncoder: () => createBrotliCompress(quality),
  encode: (bytes) => brotliCompressSync(bytes, quality),
};

const CODINGS: ReadonlyMap<string, ContentCoding> = new Map([
  ['gzip', gzip],
  ['x-gzip', gzip],
  ['deflate', deflate],
  ['br', brotli],
  ['zstd', zstd],
]);

/** More codings of one body than these are an attack or a mistake. */
const MAX_CODINGS = 3;

/** Names of the codings that a body travelled with, in the order in which they were applied; some may be unknown. */
export function contentCodings({
  headers,
  fidelity = 'wire',
}: Pick<Captured, 'headers' | 'fidelity'>): readonly string[] {
  if (fidelity !== 'wire') return [];
  return headers
    .filter(([name]) => name.toLowerCase() === 'content-encoding')
    .flatMap(([, value]) => value.toLowerCase().split(','))
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity');
}

/** Returns the codings that a body travelled with, without those that are not known, in the order in which they were applied. */
export function knownCodings(captured: Pick<Captured, 'headers' | 'fidelity'>): readonly ContentCoding[] {
  return contentCodings(captured)
    .slice(0, MAX_CODINGS)
    .flatMap((name) => CODINGS.get(name) ?? []);
}

/** A body that travelled compressed cannot be unpacked. */
export class UnpackError extends Error {
  override readonly name = 'UnpackError';
}

/** Default limit of an unpacked body: a few kilobytes can say that they are terabytes. */
const MAX_UNPACKED_BYTES = 2 ** 33;

/**
 * Unpacks a body while it streams. `codings` are in the order in which they were applied.
 * @throws {UnpackError} if it is not of these codings, or gets longer than `maxBytes`, by default 8 GiB; what `body` throws.
 */
export async function* unpack(
  body: AsyncIterable<Uint8Array>,
  codings: readonly ContentCoding[],
  { maxBytes = MAX_UNPACKED_BYTES }: { readonly maxBytes?: number } = {},
): AsyncGenerator<Uint8Array, void, undefined> {
  let failure: { readonly error: unknown } | undefined;
  const source = (async function* () {
    try {
      yield* body;
    } catch (error) {
      failure = { error };
      throw error;
    }
  })();
  const decoders = codings.toReversed().map((coding) => coding.createDecoder());
  let bytes = 0;
  try {
    for await (const part of through(source, decoders)) {
      bytes += part.length;
      if (bytes > maxBytes) throw new UnpackError(`it unpacks to more than ${maxBytes} bytes`);
      yield part;
    }
  } catch (error) {
    if (failure !== undefined) throw failure.error;
    if (error instanceof UnpackError) throw error;
    throw new UnpackError('it is not packed as its Content-Encoding says', { cause: error });
  }
}

/** Packs a body while it streams, as it was packed before. @throws what `body` throws. */
export function pack(body: AsyncIterable<Uint8Array>, codings: readonly ContentCoding[]): AsyncIterable<Uint8Array> {
  return through(
    body,
    codings.map((coding) => coding.createEncoder()),
  );
}

/** Packs a small body without streaming. */
export function packWhole(bytes: Uint8Array, codings: readonly ContentCoding[]): Uint8Array {
  return codings.reduce((packed, coding) => coding.encode(packed), bytes);
}

function through(
  body: AsyncIterable<Uint8Array>,
  coders: readonly NodeJS.ReadWriteStream[],
): AsyncIterable<Uint8Array> {
  if (coders.length === 0) return body;
  let stream: NodeJS.ReadableStream = Readable.from(body, { objectMode: false });
  // The reader of the last stream gets the errors of all.
  for (const coder of coders) stream = pipeline(stream, coder, () => {});
  return stream as AsyncIterable<Uint8Array>; // No text encoding is set.
}

/** Bytes that any body may unpack to, and times its length: deflate makes no more of a byte than that. */
const MIN_LIMIT_BYTES = 64 * 2 ** 20;
const MAX_GROWTH = 1_032;

/** Returns how many bytes a body of a length may unpack to. More would be far too much: an attack. */
export function maxUnpackedBytes(packedBytes: number): number {
  return Math.max(MIN_LIMIT_BYTES, MAX_GROWTH * packedBytes);
}

/** Undoes the `Content-Encoding` of a body, as far as it is known. An `UnpackError` ends a body that unpacks to far too much. */
export function decodeContent(body: Readable, captured: Captured): Readable {
  const codings = knownCodings(captured);
  if (codings.length === 0) return body;
  const maxBytes = maxUnpackedBytes(captured.body.bytes);
  // No encoding is set, so the chunks are bytes.
  return Readable.from(unpack(body as AsyncIterable<Uint8Array>, codings, { maxBytes }), { objectMode: false });
}
