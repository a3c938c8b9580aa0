import { readSync } from 'node:fs';

/** Bytes that are read at once: few enough for the nearer caches. */
export const CHUNK_BYTES: number = 256 * 1_024;

/** Reads some bytes at a place of a file; fewer where it ends. */
export function readRange(file: number, offset: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  return bytes.subarray(0, readSync(file, bytes, 0, length, offset));
}
