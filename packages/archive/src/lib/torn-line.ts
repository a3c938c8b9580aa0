import type { FileHandle } from 'node:fs/promises';

const NEWLINE = 0x0a;
/** More than any line and any zeros after it. */
const MAX_TAIL_BYTES = 2 ** 20;

/** What a crash left of a line: the bytes after the last line end of a file. */
export interface TornLine {
  readonly start: number;
  readonly bytes: Buffer;
}

/** Reads the torn last line of a file. @returns `undefined` if there is none, or one longer than any line: somebody else wrote it. */
export async function readTornLine(file: FileHandle): Promise<TornLine | undefined> {
  const { size } = await file.stat();
  const from = Math.max(0, size - MAX_TAIL_BYTES);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(size - from), 0, size - from, from);
  const start = buffer.subarray(0, bytesRead).lastIndexOf(NEWLINE) + 1;
  return start === bytesRead || (start === 0 && from > 0)
    ? undefined
    : { start: from + start, bytes: buffer.subarray(start, bytesRead) };
}

/** Checks whether the last line of a file has its end; an empty file has no line without. */
export async function endsInLine(file: FileHandle, size: number): Promise<boolean> {
  if (size === 0) return true;
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0] === NEWLINE;
}
