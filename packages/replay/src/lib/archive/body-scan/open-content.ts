import { pipeline, type Duplex, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';

import type { Captured } from '@idvkit/schema/formats';

const decoders: Readonly<Record<string, () => Duplex>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
};

/** Undoes the `Content-Encoding` that a body travelled with. What is of an encoding that nobody knows stays as it is. */
export function decodeContent(body: Readable, { headers, fidelity = 'wire' }: Captured): Readable {
  if (fidelity !== 'wire') return body;
  const encodings = headers
    .filter(([name]) => name.toLowerCase() === 'content-encoding')
    .flatMap(([, value]) => value.toLowerCase().split(','))
    .map((encoding) => encoding.trim())
    .filter((encoding) => encoding !== '' && encoding !== 'identity')
    .slice(0, MOST_ENCODINGS);
  return encodings.reduceRight((stream: Readable, encoding) => {
    const decoder = decoders[encoding]?.();
    // Whoever reads the last stream hears of its errors; one that is left half-way is none.
    return decoder === undefined ? stream : pipeline(stream, decoder, () => {});
  }, body);
}

/** More than these are an attack or a mistake. */
const MOST_ENCODINGS = 3;
