import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createGunzip, createZstdDecompress } from 'node:zlib';

import { CliError, systemErrorState, type Io } from '@idvkit/cli-kit';

/** An input that is ready to be read. */
export interface OpenInput {
  readonly stream: AsyncIterable<Uint8Array>;
  /** Size in bytes as far as it is known beforehand: of the file, compressed where it is. */
  readonly size?: number;
}

const CHUNK_BYTES = 256 * 1_024;

/**
 * Opens a file by its path, or standard input as `-`. Files that end in `.gz` or `.zst` are decompressed on the way.
 *
 * @throws {CliError} `input-unreadable` if there is no such file or it cannot be read.
 */
export async function openInput(name: string, io: Io): Promise<OpenInput> {
  if (name === '-') return { stream: io.stdin as AsyncIterable<Uint8Array> }; // No encoding is set: chunks are bytes.
  const path = resolve(io.cwd, name);
  const found = await stat(path).catch((error: unknown) => {
    throw unreadable(name, systemErrorState(error), error);
  });
  if (found.isDirectory()) throw unreadable(name, 'it is a folder');
  const file = createReadStream(path, { highWaterMark: CHUNK_BYTES });
  const decompress = name.endsWith('.gz') ? createGunzip() : name.endsWith('.zst') ? createZstdDecompress() : undefined;
  if (decompress) file.once('error', (error) => decompress.destroy(error));
  return { stream: readable(decompress ? file.pipe(decompress) : file, name), size: found.size };
}

/** Passes a stream on, and says of a failure to read it which input it was. */
async function* readable(stream: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Uint8Array> {
  try {
    yield* stream;
  } catch (error) {
    const corrupt = error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
    throw unreadable(name, corrupt ? 'its compressed data is damaged or cut off' : systemErrorState(error), error);
  }
}

function unreadable(name: string, state: string, cause?: unknown): CliError {
  return new CliError({
    code: 'input-unreadable',
    message: `Cannot read "${name}": ${state}.`,
    fix: 'Name a JSON file, one that ends in .gz or .zst, or - for standard input.',
    cause,
  });
}
