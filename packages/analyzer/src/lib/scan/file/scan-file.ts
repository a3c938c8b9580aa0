import { closeSync, fstatSync, openSync, read as readCallback } from 'node:fs';
import { promisify } from 'node:util';

import type { ScanHandler } from '../scan-handler.ts';
import type { ScanRunOptions } from '../wasm/scan.ts';
import { WasmScanner } from '../wasm/wasm-scanner.ts';
import { SegmentThread } from './segment-thread.ts';
import { MIN_SHARED_BYTES, SharedScan } from './shared-scan.ts';

export interface ScanFileOptions extends ScanRunOptions {
  /**
   * Threads that share the work on one document, from 1 to 16. Default 1. More than one pays for files of many megabytes
   * whose bytes are mostly hits; what is told is the same.
   */
  readonly threads?: number;
}

const readAt = promisify(readCallback);
/** Bytes that are read at once, as many as a scanner has room for: each turn costs some microseconds. */
const AHEAD_BYTES = 1_024 * 1_024;

/**
 * Reads one JSON document from a file, faster than from a stream: chunks are read to where they are scanned.
 *
 * @returns Bytes read.
 * @throws {JsonError} where the file is not JSON or is cut off.
 * @throws the reason of the signal, once it is aborted.
 * @throws the error of the file system, if the file cannot be read.
 *
 * @example
 * await scanFile('delivery.json', handler, { threads: 2 })
 */
export async function scanFile(path: string, handler: ScanHandler, options: ScanFileOptions = {}): Promise<number> {
  const { threads = 1, ...limits } = options;
  if (!Number.isInteger(threads) || threads < 1 || threads > 16) {
    throw new RangeError(`threads must be an integer from 1 to 16, not ${threads}`);
  }
  const file = openSync(path, 'r');
  try {
    const found = fstatSync(file);
    const scanner = new WasmScanner(handler, limits);
    if (threads === 1 || !found.isFile() || found.size < MIN_SHARED_BYTES)
      return await scanAhead(file, scanner, options);
    // They take as long to start as this one to learn what hits are.
    const others = Array.from({ length: threads - 1 }, () => new SegmentThread(file));
    try {
      const shared = new SharedScan({ size: found.size, threads: others }, scanner, limits);
      return await scanAhead(file, scanner, options, shared);
    } finally {
      await Promise.all(others.map((thread) => thread.end()));
    }
  } finally {
    closeSync(file);
  }
}

/** Reads each chunk while the one before it is scanned. */
async function scanAhead(
  file: number,
  scanner: WasmScanner,
  { signal, onProgress }: ScanRunOptions,
  shared?: SharedScan,
): Promise<number> {
  // What is no file has no places.
  const read = (room: Uint8Array): Promise<number> => readChunk(file, room, shared ? scanner.bytes : null);
  let next = read(scanner.chunk());
  const readOn = (room: Uint8Array): void => {
    next = read(room);
  };
  try {
    for (let count = await next; count > 0; count = await next) {
      signal?.throwIfAborted();
      scanner.chunk();
      let stop = scanner.wrote(count, readOn);
      const { bytes } = scanner;
      shared?.share();
      while (stop !== undefined) {
        await shared?.meet();
        signal?.throwIfAborted();
        stop = scanner.resume();
      }
      if (scanner.bytes !== bytes) {
        // Another thread has read what was read ahead.
        await next;
        next = read(scanner.chunk());
      }
      onProgress?.(scanner.bytes);
    }
    signal?.throwIfAborted();
    scanner.end();
  } finally {
    // Nothing may be written to the memory of the scanner once another scan has it.
    await next.catch(() => {});
    scanner.stop();
  }
  return scanner.bytes;
}

async function readChunk(file: number, room: Uint8Array, position: number | null): Promise<number> {
  const { bytesRead } = await readAt(file, room, 0, AHEAD_BYTES, position);
  return bytesRead;
}
