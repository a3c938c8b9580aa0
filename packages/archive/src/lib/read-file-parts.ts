import { close, createReadStream, open, read, type ReadStream } from 'node:fs';

import { countPartBytes } from './part-garbage.ts';

const READ_BYTES = 256 * 1_024;

type Done = (error: NodeJS.ErrnoException | null, bytes: number, buffer: Buffer) => void;

/**
 * Reads a file in parts, the memory of which is given back as they are read.
 *
 * @param range First and last byte, both included. Default: all.
 */
export function readFileParts(
  path: string,
  range: { readonly start?: number; readonly end?: number } = {},
): ReadStream {
  return createReadStream(path, { ...range, highWaterMark: READ_BYTES, fs: { open, close, read: countedRead } });
}

function readCounted(file: number, buffer: Buffer, at: number, length: number, position: number, done: Done): void {
  read(file, buffer, at, length, position, (error, bytes, filled) => {
    countPartBytes(bytes);
    done(error, bytes, filled);
  });
}

/** A stream calls it in this one way; the type has others. */
const countedRead = readCounted as typeof read;
