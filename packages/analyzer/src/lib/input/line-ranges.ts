import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';

import { CliError, systemErrorState } from '@idvkit/cli-kit';

import { compressionOf } from './decompress.ts';
import { shrunk } from './files.ts';
import { inputUnreadable } from './input-error.ts';
import type { InputSource } from './input-source.ts';
import { BufferPair } from './spare-buffers.ts';

/** Bytes of a range, until the next end of a line. */
const RANGE_BYTES = 4 * 1024 * 1024;
const CHUNK_BYTES = 512 * 1024;
const NEWLINE = 0x0a;

/** Whole lines of a file. Plain data: it can be sent to another thread. */
export interface LineRange {
  readonly start: number;
  readonly end: number;
  /** 1-based number of the first line. */
  readonly line: number;
}

/**
 * Cuts an ordinary file with one document per line into ranges, and counts their lines. Nothing is kept of it.
 *
 * @returns No range if it is another input, or cannot be read: opening it reports why.
 */
export function* cutLines(source: InputSource, rangeBytes: number = RANGE_BYTES): Generator<LineRange> {
  if (source.kind !== 'file' || !source.lines) return;
  let file: number | undefined;
  let [start, firstLine, size] = [0, 1, 0];
  try {
    const found = statSync(source.path);
    if (!found.isFile()) return;
    ({ size } = found);
    file = openSync(source.path, 'r');
    const chunk = new Uint8Array(CHUNK_BYTES);
    if (compressionOf(chunk.subarray(0, readSync(file, chunk, 0, 4, 0))) !== undefined) return;
    let [line, position] = [1, 0];
    while (position < size) {
      const read = readSync(file, chunk, 0, CHUNK_BYTES, position);
      if (read === 0) break;
      for (let at = chunk.indexOf(NEWLINE); at >= 0 && at < read; at = chunk.indexOf(NEWLINE, at + 1)) {
        line += 1;
        const end = position + at + 1;
        if (end - start < rangeBytes) continue;
        yield { start, end, line: firstLine };
        [start, firstLine] = [end, line];
      }
      position += read;
    }
  } catch {
    if (start === 0) return;
  } finally {
    if (file !== undefined) closeSync(file);
  }
  // The reader of the last range notices that the file shrank or cannot be read.
  if (start < size) yield { start, end: size, line: firstLine };
}

/**
 * Reads a range of a file until the signal ends it. A chunk is valid until the next but one is asked for, or the end is reached.
 *
 * @throws {CliError} `input-unreadable` if the file cannot be read, or shrank.
 */
export async function* readLines(
  { name, path }: { readonly name: string; readonly path: string },
  { start, end }: LineRange,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  let position = start;
  try {
    await using file = await open(path);
    using buffers = new BufferPair();
    while (position < end && !signal.aborted) {
      const buffer = buffers.next();
      const { bytesRead } = await file.read({ buffer, position, length: Math.min(CHUNK_BYTES, end - position) });
      if (bytesRead === 0) throw shrunk(name, { had: `at least ${end}`, end: position });
      position += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw inputUnreadable(name, systemErrorState(error), error);
  }
}

/** Cuts a stream with one document per line, as {@link cutLines} cuts a file. It gives no range if the stream is compressed. */
export async function* cutStream(
  opened: Promise<AsyncIterable<Uint8Array>>,
  rangeBytes: number,
): AsyncGenerator<LineRange> {
  let [start, firstLine, line, position] = [0, 1, 1, 0];
  for await (const chunk of await opened) {
    if (position === 0 && compressionOf(chunk.subarray(0, 4)) !== undefined) return;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) {
      line += 1;
      const end = position + at + 1;
      if (end - start < rangeBytes) continue;
      yield { start, end, line: firstLine };
      [start, firstLine] = [end, line];
    }
    position += chunk.length;
  }
  if (start < position) yield { start, end: position, line: firstLine };
}
