import type { Duplex } from 'node:stream';
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
  /** Encodes at once what is small. */
  encode(bytes: Uint8Array): Uint8Array;
}

const gzip: ContentCoding = {
  createDecoder: createGunzip,
  createEncoder: createGzip,
  encode: (bytes) => gzipSync(bytes),
};
/** The highest quality, which is the default, takes a second per megabyte. */
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

const CODINGS: ReadonlyMap<string, ContentCoding> = new Map([
  ['gzip', gzip],
  ['x-gzip', gzip],
  [
    'deflate',
    { createDecoder: createInflate, createEncoder: createDeflate, encode: (bytes: Uint8Array) => deflateSync(bytes) },
  ],
  [
    'br',
    {
      createDecoder: createBrotliDecompress,
      createEncoder: () => createBrotliCompress(brotli),
      encode: (bytes: Uint8Array) => brotliCompressSync(bytes, brotli),
    },
  ],
  [
    'zstd',
    {
      createDecoder: createZstdDecompress,
      createEncoder: createZstdCompress,
      encode: (bytes: Uint8Array) => zstdCompressSync(bytes),
    },
  ],
]);

/** More codings of one body than these are an attack or a mistake. */
export const MAX_CODINGS = 3;

/** Names of the codings that a body travelled with, in the order in which they were applied; some may be known to nobody. */
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

/** Looks a coding up by its name; `undefined` where it is not known. */
export function findCoding(name: string): ContentCoding | undefined {
  return CODINGS.get(name);
}
