import type { Duplex } from 'node:stream';
import { constants, createGunzip, createGzip, createZstdCompress, createZstdDecompress } from 'node:zlib';

/** How a body is kept at rest. What is read back is always what was received. */
export type BodyEncoding = 'identity' | 'gzip' | 'zstd';

/** Ends of file names, in the order in which they are looked for. */
export const suffixes: Readonly<Record<BodyEncoding, string>> = {
  identity: '.body',
  zstd: '.body.zst',
  gzip: '.body.gz',
};

/** Makes the compressor of an encoding; none for `identity`. */
export function createEncoder(encoding: BodyEncoding): Duplex | undefined {
  switch (encoding) {
    case 'identity':
      return undefined;
    case 'gzip':
      return createGzip({ level: 6 });
    case 'zstd':
      return createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 3 } });
  }
}

/** Makes the decompressor of an encoding; none for `identity`. */
export function createDecoder(encoding: BodyEncoding): Duplex | undefined {
  switch (encoding) {
    case 'identity':
      return undefined;
    case 'gzip':
      return createGunzip();
    case 'zstd':
      return createZstdDecompress();
  }
}
