import { crc32, deflateSync } from 'node:zlib';

/** Pixels in rows from the top, three bytes each: red, green, blue. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const BYTES_PER_PIXEL = 3;
const SUB_FILTER = 1;

/** Writes a raster as a PNG: eight bits per channel, no transparency. */
export function encodePng({ width, height, pixels }: Raster): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Bit depth 8, colour type 2 (RGB); compression, filter method and interlace are 0.
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(filtered(width, height, pixels), { level: 9 })),
    chunk('IEND', new Uint8Array()),
  ]);
}

/** Every row behind its filter byte, each byte less the one a pixel to its left: flat colours become zeros. */
function filtered(width: number, height: number, pixels: Uint8Array): Uint8Array {
  const stride = width * BYTES_PER_PIXEL;
  const rows = new Uint8Array((stride + 1) * height);
  for (let y = 0; y < height; y += 1) {
    const row = y * (stride + 1);
    rows[row] = SUB_FILTER;
    for (let x = 0; x < stride; x += 1) {
      const left = x < BYTES_PER_PIXEL ? 0 : (pixels[y * stride + x - BYTES_PER_PIXEL] ?? 0);
      rows[row + 1 + x] = (pixels[y * stride + x] ?? 0) - left;
    }
  }
  return rows;
}

function chunk(type: 'IHDR' | 'IDAT' | 'IEND', data: Uint8Array): Uint8Array {
  const bytes = Buffer.alloc(data.length + 12);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(type, 4, 'latin1');
  bytes.set(data, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, data.length + 8)), data.length + 8);
  return bytes;
}
