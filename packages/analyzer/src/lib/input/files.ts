import { closeSync, constants, openSync, readSync, statSync } from 'node:fs';
import { open, stat, type FileHandle } from 'node:fs/promises';
import { Socket } from 'node:net';

import { systemErrorState } from '@idvkit/cli-kit';

import { compressionOf } from './decompress.ts';
import { inputUnreadable } from './input-error.ts';
import type { InputSource } from './input-source.ts';
import { BufferPair } from './spare-buffers.ts';

const CHUNK_BYTES = 128 * 1024;

/**
 * Opens a file.
 *
 * @throws {CliError} `input-unreadable` if there is no such file, or it cannot be read; while reading, if it shrinks.
 */
export async function openFile(path: string, name: string): Promise<AsyncIterable<Uint8Array>> {
  try {
    if ((await stat(path)).isFIFO()) return openPipe(path);
    const file = await open(path);
    const found = await file.stat();
    if (!found.isDirectory()) return chunksOf(file, name, found.size);
    await file.close();
  } catch (error) {
    throw inputUnreadable(name, systemErrorState(error), error);
  }
  throw inputUnreadable(name, 'it is a folder');
}

/** Opens a pipe once, as its writer does. It waits for the writer without a thread: no signal ends one that waits in `open`. */
function openPipe(path: string): AsyncIterable<Uint8Array> {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  return new Socket({ fd, readable: true, writable: false });
}

/** Reads a file to its end. A chunk is valid until the next but one is asked for, or the end is reached. */
async function* chunksOf(file: FileHandle, name: string, size: number): AsyncGenerator<Uint8Array> {
  let position = 0;
  try {
    using buffers = new BufferPair();
    for (;;) {
      const { buffer, bytesRead } = await file.read({ buffer: buffers.next(), length: CHUNK_BYTES });
      if (bytesRead === 0) break;
      position += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  } catch (error) {
    throw inputUnreadable(name, systemErrorState(error), error);
  } finally {
    await file.close();
  }
  if (position < size) throw shrunk(name, { had: size, end: position });
}

/** Creates the error of a file that shrinks. */
export function shrunk(
  name: string,
  { had, end, cause }: { readonly had: number | string; readonly end: number; readonly cause?: unknown },
): Error {
  return inputUnreadable(
    name,
    `it became shorter while it was read: it had ${had} bytes, and now ends after ${end}`,
    cause,
  );
}

/** A file whose bytes are the document's own, so that any part of it can be read. */
export interface PlainFile {
  readonly path: string;
  readonly bytes: number;
}

/** Returns the file of an input that is one document and not compressed. */
export async function plainFileOf(source: InputSource): Promise<PlainFile | undefined> {
  if (source.kind !== 'file' || source.lines) return undefined;
  try {
    // A pipe has one reader: only what reads it to its end opens it.
    if (!(await stat(source.path)).isFile()) return undefined;
    await using file = await open(source.path);
    const found = await file.stat();
    const { buffer, bytesRead } = await file.read(new Uint8Array(4), 0, 4, 0);
    if (compressionOf(buffer.subarray(0, bytesRead)) !== undefined) return undefined;
    return { path: source.path, bytes: found.size };
  } catch {
    // Opening the input reports why it cannot be read.
    return undefined;
  }
}

/** Reads a file that is one document, not compressed and not longer than `maxBytes`. Any other file gives `undefined`. */
export function readSmallFile(source: InputSource, maxBytes: number): Uint8Array | undefined {
  if (source.kind !== 'file' || source.lines) return undefined;
  let file: number | undefined;
  try {
    const found = statSync(source.path);
    if (!found.isFile() || found.size === 0 || found.size > maxBytes) return undefined;
    const { size } = found;
    file = openSync(source.path, 'r');
    const bytes = new Uint8Array(size);
    return readSync(file, bytes) === size && compressionOf(bytes.subarray(0, 4)) === undefined ? bytes : undefined;
  } catch {
    // Opening the input reports why it cannot be read.
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Returns the bytes of all inputs as they are stored, if all of them are ordinary files or captures. */
export async function totalBytesOf(sources: readonly InputSource[]): Promise<number | undefined> {
  let total = 0;
  for (const source of sources) {
    const found = source.kind === 'file' ? await stat(source.path).catch(() => undefined) : undefined;
    if (source.kind === 'capture') total += source.bytes;
    else if (found?.isFile()) total += found.size;
    else return undefined;
  }
  return total;
}
