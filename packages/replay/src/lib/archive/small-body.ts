import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';

import type { BodyEncoding } from './body-encoding.ts';

/** Bodies up to this size are written with their line; larger ones on their own, as they stream in. */
export const SMALL_BODY_BYTES = 65_536;

/**
 * Writes a small body to where it belongs, without syncing it. A file that is there already is replaced as a whole: it
 * may be somebody else's only copy.
 */
export function writeSmallBody(path: string, bytes: Uint8Array, encoding: BodyEncoding): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const isThere = existsSync(path);
  const written = isThere ? `${path}.part` : path;
  const file = openSync(written, 'w', 0o600);
  try {
    const encoded = encode(bytes, encoding);
    for (let at = 0; at < encoded.byteLength;) at += writeSync(file, encoded, at);
  } catch (error) {
    rmSync(written, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
  if (isThere) renameSync(written, path);
}

function encode(bytes: Uint8Array, encoding: BodyEncoding): Uint8Array {
  if (encoding === 'identity') return bytes;
  return encoding === 'gzip' ? gzipSync(bytes) : zstdCompressSync(bytes);
}
