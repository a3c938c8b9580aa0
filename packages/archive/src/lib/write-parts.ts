import type { FileHandle } from 'node:fs/promises';

type Target = Pick<FileHandle, 'write' | 'writev'>;

/** Bytes that are gathered into one write, while the one before is under way. */
const WRITE_BYTES = 2 ** 19;

/** Writes parts to a file as they come. @throws what the disk said, and what `parts` throws. */
export async function writeParts(file: Target, parts: AsyncIterable<Uint8Array>): Promise<void> {
  let gathered: Uint8Array[] = [];
  let bytes = 0;
  let writing: Promise<void> = Promise.resolve();
  const flush = async (): Promise<void> => {
    await writing;
    writing = writeGathered(file, gathered, bytes);
    // It is awaited before the next write; until then its error is not handled.
    writing.catch(() => {});
    gathered = [];
    bytes = 0;
  };
  for await (const part of parts) {
    gathered.push(part);
    bytes += part.byteLength;
    if (bytes >= WRITE_BYTES) await flush();
  }
  await flush();
  await writing;
}

async function writeGathered(file: Target, parts: readonly Uint8Array[], bytes: number): Promise<void> {
  if (bytes === 0) return;
  let { bytesWritten: written } = await file.writev(parts);
  if (written === bytes) return;
  for (const part of parts) {
    if (written < part.byteLength) await writeAll(file, part.subarray(written));
    written = Math.max(0, written - part.byteLength);
  }
}

/** Writes all bytes, however few the disk takes at a time. @param position Default: where the file is at. */
export async function writeAll(
  file: Pick<FileHandle, 'write'>,
  bytes: Uint8Array,
  position: number | null = null,
): Promise<void> {
  for (let at = 0; at < bytes.byteLength;) {
    const place = position === null ? null : position + at;
    at += (await file.write(bytes, at, bytes.byteLength - at, place)).bytesWritten;
  }
}
