import type { FileHandle } from 'node:fs/promises';

import { writeAll } from './write-stream.ts';

/**
 * Appends to a file that nobody else writes to now. On a full disk a part may have been written: it is taken back, so that the
 * file ends as it did.
 *
 * @param size Bytes that the file has.
 * @returns Bytes that were appended.
 * @throws what the disk said; {@link UncertainWriteError} if it could not even be taken back.
 */
export async function appendTo(
  file: Pick<FileHandle, 'write' | 'truncate'>,
  bytes: Uint8Array,
  size: number,
): Promise<number> {
  try {
    await writeAll(file, bytes);
    return bytes.byteLength;
  } catch (error) {
    await file.truncate(size).catch((cause: unknown) => {
      throw new UncertainWriteError('A part of what was appended could not be taken back', { cause });
    });
    throw error;
  }
}

/** Nobody knows what is on the disk: nothing may be appended after it. */
export class UncertainWriteError extends Error {
  override readonly name = 'UncertainWriteError';
}
