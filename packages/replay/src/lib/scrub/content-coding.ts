import { pipeline, type Duplex } from 'node:stream';
import {
  createBrotliCompress,
  createBrotliDecompress,
  createDeflate,
  createGunzip,
  createGzip,
  createInflate,
  createZstdCompress,
  createZstdDecompress,
} from 'node:zlib';

/** How a body was encoded for its way, as `Content-Encoding` says. */
export interface ContentCoding {
  readonly decoder: () => Duplex;
  readonly encoder: () => Duplex;
}

const CODINGS: Readonly<Record<string, ContentCoding>> = {
  gzip: { decoder: createGunzip, encoder: createGzip },
  'x-gzip': { decoder: createGunzip, encoder: createGzip },
  deflate: { decoder: createInflate, encoder: createDeflate },
  br: { decoder: createBrotliDecompress, encoder: createBrotliCompress },
  zstd: { decoder: createZstdDecompress, encoder: createZstdCompress },
};

/** The coding of a body; `undefined` where it has none, or one that nobody here knows. */
export function codingOf(headers: readonly (readonly [string, string])[]): ContentCoding | undefined {
  const value =
    headers
      .find(([name]) => name.toLowerCase() === 'content-encoding')?.[1]
      .trim()
      .toLowerCase() ?? '';
  return Object.hasOwn(CODINGS, value) ? CODINGS[value] : undefined;
}

/** Passes a body through a coder. */
export function coded(body: AsyncIterable<Uint8Array>, coder: Duplex): AsyncIterable<Uint8Array> {
  // Its error reaches whoever reads.
  pipeline(body, coder, () => {});
  return coder as AsyncIterable<Uint8Array>;
}
