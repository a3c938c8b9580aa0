import { open, type FileHandle } from 'node:fs/promises';

import { systemErrorState } from '@idvkit/cli-kit';

import { compressionOf } from './decompress.ts';
import { inputUnreadable } from './input-error.ts';

/** A file that is ready to be read. */
export interface OpenFile {
  readonly stream: AsyncIterable<Uint8Array>;
  /** Bytes, where it is an ordinary file. */
  readonly bytes?: number;
}

const CHUNK_BYTES = 512 * 1024;
/** One that is looked at, the one before it, and one that is being read. */
const BUFFERS = 3;

/**
 * Opens a file. The next chunk is read while the one before is looked at. Chunks of a file that is not packed are only lent:
 * their memory is used again when the one after the next is asked for.
 *
 * @throws {CliError} `input-unreadable` if there is no such file, or it cannot be read; while reading, if it shrinks.
 */
export async function openFile(path: string, name: string): Promise<OpenFile> {
  const file = await open(path).catch((error: unknown) => {
    throw inputUnreadable(name, systemErrorState(error), error);
  });
  const found = await file.stat();
  if (found.isDirectory()) {
    await file.close();
    throw inputUnreadable(name, 'it is a folder');
  }
  const raw = chunksOf(file, name, {
    size: found.isFile() ? found.size : undefined,
    // Those who unpack keep what they are given until they come to it.
    isLent: found.isFile() && !(await isPacked(file)),
  });
  return { stream: raw, ...(found.isFile() && { bytes: found.size }) };
}

async function isPacked(file: FileHandle): Promise<boolean> {
  const start = new Uint8Array(4);
  const { bytesRead } = await file.read(start, 0, start.length, 0);
  return compressionOf(start.subarray(0, bytesRead)) !== undefined;
}

async function* chunksOf(
  file: FileHandle,
  name: string,
  { size, isLent }: { readonly size: number | undefined; readonly isLent: boolean },
): AsyncGenerator<Uint8Array> {
  let position = 0;
  const buffers: Uint8Array[] = [];
  const nextBuffer = (): Uint8Array => {
    const oldest = buffers.length === BUFFERS ? buffers.shift() : undefined;
    const buffer = oldest ?? Buffer.allocUnsafeSlow(CHUNK_BYTES);
    if (isLent) buffers.push(buffer);
    return buffer;
  };
  const readNext = async (): Promise<Uint8Array> => {
    const chunk = nextBuffer();
    const { bytesRead } = await file.read(chunk, 0, CHUNK_BYTES, size === undefined ? null : position);
    return chunk.subarray(0, bytesRead);
  };
  let pending = readNext();
  try {
    for (;;) {
      const chunk = await pending;
      if (chunk.length === 0) break;
      position += chunk.length;
      pending = readNext();
      // Should the reader stop here, nobody asks for this one any more.
      pending.catch(() => {});
      yield chunk;
    }
  } catch (error) {
    throw inputUnreadable(name, systemErrorState(error), error);
  } finally {
    await pending.catch(() => {});
    await file.close();
  }
  if (size !== undefined && position < size) {
    throw inputUnreadable(name, `it shrank while it was read: ${position} of its ${size} bytes were left`);
  }
}
