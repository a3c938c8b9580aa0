import { readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';

import type { ImageSubject } from '../../behaviour/hooks/behaviour.ts';

/** The length, type and checksum of the chunk that ends a PNG. */
const END_BYTES = 12;

const files = new Map<string, Buffer>();

/** Returns a synthetic image: a specimen document, its portrait, or a frame of a liveness attempt. Each subject has its own bytes. */
export function renderImage(subject: ImageSubject): { readonly contentType: string; readonly bytes: Uint8Array } {
  const file = readImage(nameOf(subject));
  const end = file.length - END_BYTES;
  return {
    contentType: 'image/png',
    bytes: Buffer.concat([file.subarray(0, end), comment(subject), file.subarray(end)]),
  };
}

function nameOf({ kind, frame }: ImageSubject): string {
  if (kind !== 'liveness') return kind;
  return frame === 2 ? 'liveness-turned' : 'liveness-front';
}

function readImage(name: string): Buffer {
  const file = files.get(name) ?? readFileSync(new URL(`../../../../images/${name}.png`, import.meta.url));
  files.set(name, file);
  return file;
}

/** Writes attempt and frame as a PNG chunk of text: images of the same picture differ by it. */
function comment({ attempt, frame }: ImageSubject): Buffer {
  const data = Buffer.from(`tEXtComment\0attempt ${attempt}, frame ${frame}`, 'latin1');
  const chunk = Buffer.alloc(data.length + 8);
  chunk.writeUInt32BE(data.length - 4);
  data.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(data), data.length + 4);
  return chunk;
}
