import type { Transform } from 'node:stream';
import { constants, crc32, createInflateRaw, createZstdDecompress } from 'node:zlib';

import { Chunks } from './chunks.ts';

/** Compressed data that is damaged, ends early, or is followed by something else. */
export class CompressionError extends Error {
  override readonly name = 'CompressionError';
}

type Compression = 'gzip' | 'zstd';

const MAGIC_BYTES = 4;
/** Bytes of what is unpacked at a time. */
const PART_BYTES = 32 * 1024;
/** Bytes of the checksum and length after a member of gzip. */
const GZIP_END_BYTES = 8;
const GZIP_START_BYTES = 10;
/** A name or a comment is read byte by byte. */
const MAX_GZIP_TEXT_BYTES = 65_536;
const FLAGS = { checksum: 2, extra: 4, name: 8, comment: 16 };

/** Largest window of zstd, as a power of two: 8 MiB, what every decoder must support. Levels up to 19 stay within it. */
const ZSTD_WINDOW = 23;

/** Returns the compression of a stream by its first bytes; no JSON begins like either. */
export function compressionOf(start: Uint8Array): Compression | undefined {
  if (start[0] === 0x1f && start[1] === 0x8b) return 'gzip';
  return isZstd(start) ? 'zstd' : undefined;
}

/**
 * Unpacks a stream of gzip or zstd, whatever its name is. It passes on any other stream unchanged. Members and frames that
 * follow each other are read as one. Memory does not grow with the stream, however far it unpacks.
 *
 * @throws {CompressionError} after all that could be unpacked, if the data is damaged, cut short, or followed by something else.
 */
export async function* decompress(raw: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const chunks = new Chunks(raw);
  try {
    const compression = compressionOf(await chunks.peek(MAGIC_BYTES));
    if (compression === undefined) yield* chunks;
    else if (compression === 'gzip') yield* gunzip(chunks);
    else yield* unzstd(chunks);
  } finally {
    await chunks.close();
  }
}

async function* gunzip(chunks: Chunks): AsyncGenerator<Uint8Array> {
  do {
    await skipGzipStart(chunks);
    let [checksum, length] = [0, 0];
    for await (const part of unpackOne(createInflateRaw({ chunkSize: PART_BYTES }), chunks)) {
      checksum = crc32(part, checksum);
      length += part.length;
      yield part;
    }
    const end = await take(chunks, GZIP_END_BYTES);
    if (end.readUInt32LE(0) !== checksum || end.readUInt32LE(4) !== length % 2 ** 32) throw damaged();
  } while (await hasNext(chunks, 'gzip'));
}

async function skipGzipStart(chunks: Chunks): Promise<void> {
  const { 2: method, 3: flags = 0 } = await take(chunks, GZIP_START_BYTES);
  if (method !== 8) throw damaged();
  if (flags & FLAGS.extra) await take(chunks, (await take(chunks, 2)).readUInt16LE(0));
  for (const flag of [FLAGS.name, FLAGS.comment]) {
    if (!(flags & flag)) continue;
    let left = MAX_GZIP_TEXT_BYTES;
    while ((await take(chunks, 1))[0] !== 0) if ((left -= 1) === 0) throw damaged();
  }
  if (flags & FLAGS.checksum) await take(chunks, 2);
}

/** Unpacks frames one by one: Node's decoder stops after one if more follows in the same chunk. */
async function* unzstd(chunks: Chunks): AsyncGenerator<Uint8Array> {
  const params = { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW };
  do yield* unpackOne(createZstdDecompress({ chunkSize: PART_BYTES, params }), chunks);
  while (await hasNext(chunks, 'zstd'));
}

/** Unpacks until the member or frame ends, and gives back the rest of its last chunk. */
async function* unpackOne(unpack: Transform & { bytesWritten: number }, chunks: Chunks): AsyncGenerator<Uint8Array> {
  let failure: Error | undefined;
  let wake = (): void => {};
  unpack.on('error', (error) => {
    failure = error;
    wake();
  });
  unpack.on('readable', () => wake());
  /** Yields what comes until the work is done. What was unpacked before a failure is still there to be read. */
  async function* partsUntil(work: (done: () => void) => void): AsyncGenerator<Uint8Array> {
    let isDone = false;
    work(() => {
      isDone = true;
      wake();
    });
    for (;;) {
      const part = unpack.read() as Uint8Array | null;
      if (part !== null) yield part;
      else if (failure) throw translated(failure);
      else if (isDone) return;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  }
  try {
    let fed = 0;
    for (let chunk = await chunks.next(); chunk; chunk = await chunks.next()) {
      const bytes = chunk;
      fed += bytes.length;
      yield* partsUntil((done) => unpack.write(bytes, done));
      const left = fed - unpack.bytesWritten;
      if (left === 0) continue;
      chunks.unread(bytes.subarray(bytes.length - left));
      return;
    }
    // A cut is reported after the callback of `end`, and before `close`.
    yield* partsUntil((done) => unpack.once('close', done).end());
  } finally {
    unpack.destroy();
  }
}

/** Returns true if another member or frame follows. */
async function hasNext(chunks: Chunks, compression: Compression): Promise<boolean> {
  const start = await chunks.peek(MAGIC_BYTES);
  if (start.length === 0) return false;
  if (compressionOf(start) === compression) return true;
  throw new CompressionError('its compressed data is followed by something else');
}

async function take(chunks: Chunks, size: number): Promise<Buffer> {
  const bytes = await chunks.take(size);
  if (bytes.length < size) throw new CompressionError(CUT_SHORT);
  return bytes;
}

function isZstd(start: Uint8Array): boolean {
  const [a, b, c, d] = start;
  if (a === 0x28 && b === 0xb5 && c === 0x2f && d === 0xfd) return true;
  // A frame to be skipped, as parallel compressors write them.
  return a !== undefined && (a & 0xf0) === 0x50 && b === 0x2a && c === 0x4d && d === 0x18;
}

const CUT_SHORT = 'its compressed data is cut short';

function damaged(cause?: unknown): CompressionError {
  return new CompressionError('its compressed data is damaged', { cause });
}

function translated(error: Error): Error {
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'Z_BUF_ERROR') return new CompressionError(CUT_SHORT, { cause: error });
  if (/windowTooLarge/.test(code)) {
    const state = 'its zstd window is larger than 8 MiB (unpack it first: zstd -dc --long=31 FILE | idvkit analyze -)';
    return new CompressionError(state, { cause: error });
  }
  return /^Z_|^ZSTD_/.test(code) ? damaged(error) : error;
}
