import { close, constants, createReadStream, fstat, open, read, type ReadStream } from 'node:fs';

const READ_BYTES = 256 * 1_024;
/** A link fails with `ELOOP`, and a pipe does not wait for its other end. */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

type Opened = (error: NodeJS.ErrnoException | null, file: number) => void;

/** Reads a regular file, or `start` to `end` (included) of it, in parts. Links are not followed. */
export function readFileParts(
  path: string,
  range: { readonly start?: number; readonly end?: number } = {},
): ReadStream {
  return createReadStream(path, {
    ...range,
    highWaterMark: READ_BYTES,
    fs: { open: openOnly, close, read },
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

/** A stream calls it in this one way; the type has others. */
const openOnly = openRegular as typeof open;
