import { close, constants, createReadStream, fstat, open, read, type ReadStream } from 'node:fs';

import { countPartBytes } from './part-garbage.ts';

const READ_BYTES = 256 * 1_024;
/** A link fails with `ELOOP`, and a pipe does not wait for its other end. */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

type Done = (error: NodeJS.ErrnoException | null, bytes: number, buffer: Buffer) => void;
type Opened = (error: NodeJS.ErrnoException | null, file: number) => void;

/** Reads a regular file, or `start` to `end` (included) of it, in parts whose memory is given back. Links are not followed. */
export function readFileParts(
  path: string,
  range: { readonly start?: number; readonly end?: number } = {},
): ReadStream {
  return createReadStream(path, {
    ...range,
    highWaterMark: READ_BYTES,
    fs: { open: openOnly, close, read: countedRead },
  });
}

function openRegular(path: string, _flags: unknown, mode: number, done: Opened): void {
  open(path, FLAGS, mode, (error, file) => {
    if (error !== null) return done(error, file);
    fstat(file, (error, found) => {
      if (error === null && found.isFile()) return done(null, file);
      close(file, () => done(error ?? Object.assign(new Error('Not a regular file'), { code: 'EINVAL' }), file));
    });
  });
}

function readCounted(file: number, buffer: Buffer, at: number, length: number, position: number, done: Done): void {
  read(file, buffer, at, length, position, (error, bytes, filled) => {
    countPartBytes(bytes);
    done(error, bytes, filled);
  });
}

/** A stream calls them in this one way; the types have others. */
const openOnly = openRegular as typeof open;
const countedRead = readCounted as typeof read;
