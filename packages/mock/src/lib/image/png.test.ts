import { crc32, inflateSync } from 'node:zlib';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { encodePng, type Raster } from './png.ts';

/** Reads a PNG as its specification has it, apart from the encoder: checks each chunk's CRC, undoes the Sub filter. */
function decodePng(bytes: Uint8Array): Raster & { readonly chunks: readonly string[] } {
  const file = Buffer.from(bytes);
  expect(file.subarray(0, 8).toString('latin1')).toBe('\u0089PNG\r\n\u001a\n');
  const chunks: { type: string; data: Buffer }[] = [];
  for (let at = 8; at < file.length;) {
    const length = file.readUInt32BE(at);
    const body = file.subarray(at + 4, at + 8 + length);
    expect(file.readUInt32BE(at + 8 + length)).toBe(crc32(body));
    chunks.push({ type: body.subarray(0, 4).toString('latin1'), data: body.subarray(4) });
    at += length + 12;
  }
  const header = chunks[0]?.data ?? Buffer.alloc(13);
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  expect([...header.subarray(8)]).toEqual([8, 2, 0, 0, 0]);
  const rows = inflateSync(Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data)));
  const pixels = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    expect(rows[y * (width * 3 + 1)]).toBe(1);
    for (let x = 0; x < width * 3; x += 1) {
      const left = x < 3 ? 0 : (pixels[y * width * 3 + x - 3] ?? 0);
      pixels[y * width * 3 + x] = (rows[y * (width * 3 + 1) + 1 + x] ?? 0) + left;
    }
  }
  expect(rows.length).toBe((width * 3 + 1) * height);
  return { width, height, pixels, chunks: chunks.map(({ type }) => type) };
}

const raster = fc
  .record({ width: fc.integer({ min: 1, max: 9 }), height: fc.integer({ min: 1, max: 9 }) })
  .chain(({ width, height }) =>
    fc
      .uint8Array({ minLength: width * height * 3, maxLength: width * height * 3 })
      .map((pixels): Raster => ({ width, height, pixels })),
  );

describe('encodePng()', () => {
  it('writes header, data and end', () => {
    const { chunks } = decodePng(encodePng({ width: 1, height: 1, pixels: Uint8Array.of(1, 2, 3) }));
    expect(chunks).toEqual(['IHDR', 'IDAT', 'IEND']);
  });

  it('keeps every pixel of every raster', () => {
    fc.assert(
      fc.property(raster, (original) => {
        const { width, height, pixels } = decodePng(encodePng(original));
        expect({ width, height, pixels: [...pixels] }).toEqual({ ...original, pixels: [...original.pixels] });
      }),
    );
  });
});
