import { Readable } from 'node:stream';
import { createGunzip, createZstdDecompress } from 'node:zlib';

/** Compressed data that is damaged or ends early. */
export class CompressionError extends Error {
  override readonly name = 'CompressionError';
}

type Bytes = AsyncIterable<Uint8Array>;
type Compression = 'gzip' | 'zstd';

const MAGIC_BYTES = 4;
/** First bytes that only compressed data has. */
const FIRST_BYTES: readonly number[] = [0x1f, 0x28, ...Array.from({ length: 16 }, (_, low) => 0x50 + low)];

/** Returns the compression of a stream by its first bytes; no JSON begins like either. */
export function compressionOf(start: Uint8Array): Compression | undefined {
  if (start[0] === 0x1f && start[1] === 0x8b) return 'gzip';
  return isZstd(start) ? 'zstd' : undefined;
}

/**
 * Unpacks a stream that is gzip or zstd, whatever it is called, and passes on any other as it is. Members and frames that
 * follow each other are read as one.
 *
 * @throws {CompressionError} where the data is damaged, cut short, or followed by something else.
 */
export async function* decompress(raw: Bytes): AsyncGenerator<Uint8Array> {
  const { start, rest } = await peek(raw);
  const compression = compressionOf(start);
  if (compression === undefined) yield* rest;
  else if (compression === 'gzip') yield* gunzip(rest);
  else yield* unzstd(rest);
}

/** Looks at the first bytes of a stream and gives it back whole. */
async function peek(raw: Bytes): Promise<{ readonly start: Uint8Array; readonly rest: AsyncGenerator<Uint8Array> }> {
  const chunks = raw[Symbol.asyncIterator]();
  const taken: Uint8Array[] = [];
  let start = new Uint8Array();
  // What may still come of a file that grows is waited for only where it tells something.
  while (start.length < MAGIC_BYTES && FIRST_BYTES.includes(start[0] ?? 0x1f)) {
    const next = await chunks.next();
    if (next.done) break;
    taken.push(next.value);
    start = Buffer.concat([start, next.value.subarray(0, MAGIC_BYTES)]);
  }
  async function* rest(): AsyncGenerator<Uint8Array> {
    try {
      yield* taken.splice(0);
      yield* { [Symbol.asyncIterator]: () => ({ next: () => chunks.next() }) };
    } finally {
      await chunks.return?.();
    }
  }
  return { start, rest: rest() };
}

async function* gunzip(raw: Bytes): AsyncGenerator<Uint8Array> {
  const unpack = createGunzip();
  const source = Readable.from(raw, { objectMode: false });
  source.once('error', (error) => unpack.destroy(error));
  try {
    yield* source.pipe(unpack);
  } catch (error) {
    throw translated(error);
  } finally {
    source.destroy();
  }
}

/** Node's decoder stops after one frame where more follows in the same chunk, and says nothing: frames are taken one by one. */
async function* unzstd(raw: Bytes): AsyncGenerator<Uint8Array> {
  const chunks = raw[Symbol.asyncIterator]();
  let next = await chunks.next();
  try {
    while (!next.done) {
      const unpack = createZstdDecompress();
      const fed = feed(unpack, chunks, next.value).catch((error: unknown) => {
        unpack.destroy(error instanceof Error ? error : undefined);
        return undefined;
      });
      yield* unpack;
      const left = await fed;
      if (left === undefined) return;
      next = { done: false, value: await atLeast(MAGIC_BYTES, left, chunks) };
      if (!isZstd(next.value)) throw new CompressionError('its compressed data is followed by something else');
    }
  } catch (error) {
    throw translated(error);
  } finally {
    await chunks.return?.();
  }
}

/** Feeds one frame. @returns What is left of the last chunk once the frame has ended; `undefined` at the end of the input. */
async function feed(
  unpack: ReturnType<typeof createZstdDecompress>,
  chunks: AsyncIterator<Uint8Array>,
  first: Uint8Array,
): Promise<Uint8Array | undefined> {
  let fed = 0;
  for (let chunk: Uint8Array | undefined = first; chunk !== undefined;) {
    const bytes: Uint8Array = chunk;
    fed += bytes.length;
    await new Promise<void>((resolve, reject) => {
      unpack.write(bytes, (error) => (error ? reject(error) : resolve()));
    });
    if (unpack.bytesWritten < fed) return bytes.subarray(bytes.length - (fed - unpack.bytesWritten));
    const next: IteratorResult<Uint8Array, unknown> = await chunks.next();
    chunk = next.done ? undefined : next.value;
  }
  unpack.end();
  return undefined;
}

async function atLeast(size: number, start: Uint8Array, chunks: AsyncIterator<Uint8Array>): Promise<Uint8Array> {
  let bytes = start;
  while (bytes.length < size) {
    const next = await chunks.next();
    if (next.done) break;
    bytes = Buffer.concat([bytes, next.value]);
  }
  return bytes;
}

function isZstd(start: Uint8Array): boolean {
  const [a, b, c, d] = start;
  if (a === 0x28 && b === 0xb5 && c === 0x2f && d === 0xfd) return true;
  // A frame to be skipped, as parallel compressors write them.
  return a !== undefined && (a & 0xf0) === 0x50 && b === 0x2a && c === 0x4d && d === 0x18;
}

function translated(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (!/^Z_|^ZSTD_|^ERR_TRAILING|^ERR_STREAM_PREMATURE/.test(code)) return error;
  const state = code === 'Z_BUF_ERROR' ? 'its compressed data is cut short' : 'its compressed data is damaged';
  return new CompressionError(state, { cause: error });
}
