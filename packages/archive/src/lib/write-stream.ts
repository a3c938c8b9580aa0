import type { FileHandle } from 'node:fs/promises';
import type { Duplex } from 'node:stream';

/** What came of writing a stream. */
export interface WrittenStream {
  /** Bytes that came, before they were encoded. */
  readonly bytes: number;
  /** False where the stream broke off. */
  readonly complete: boolean;
}

type Target = Pick<FileHandle, 'write' | 'writev'>;

/** Bytes that are gathered into one write, while the one before is under way. */
const WRITE_BYTES = 2 ** 19;

/** Writes a stream to a file as it comes, through an encoder where there is one. @throws what the disk said. */
export async function writeStream(
  stream: AsyncIterable<Uint8Array>,
  file: Target,
  { encoder, observe }: { readonly encoder: Duplex | undefined; readonly observe: (part: Uint8Array) => void },
): Promise<WrittenStream> {
  const sink = encoder === undefined ? new GatheringWriter(file) : new EncodingWriter(encoder, file);
  const parts = stream[Symbol.asyncIterator]();
  let bytes = 0;
  let complete = true;
  for (;;) {
    const next = await parts.next().catch(() => undefined);
    if (next === undefined) complete = false;
    if (next === undefined || next.done === true) break;
    observe(next.value);
    bytes += next.value.byteLength;
    await sink.write(next.value);
  }
  await sink.end();
  return { bytes, complete };
}

/** Writes all of it, however little the disk takes at a time. @param position Default: where the file is at. */
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

/** Gathers parts and writes them while the next are gathered. */
class GatheringWriter {
  readonly #file: Target;
  #parts: Uint8Array[] = [];
  #bytes = 0;
  #writing: Promise<void> = Promise.resolve();

  constructor(file: Target) {
    this.#file = file;
  }

  async write(part: Uint8Array): Promise<void> {
    this.#parts.push(part);
    this.#bytes += part.byteLength;
    if (this.#bytes >= WRITE_BYTES) await this.#flush();
  }

  async end(): Promise<void> {
    await this.#flush();
    await this.#writing;
  }

  async #flush(): Promise<void> {
    await this.#writing;
    if (this.#parts.length === 0) return;
    this.#writing = writeParts(this.#file, this.#parts, this.#bytes);
    // Whoever waits for it hears of it; until then it is nobody's error.
    this.#writing.catch(() => {});
    this.#parts = [];
    this.#bytes = 0;
  }
}

async function writeParts(file: Target, parts: readonly Uint8Array[], bytes: number): Promise<void> {
  let { bytesWritten: written } = await file.writev(parts);
  if (written === bytes) return;
  for (const part of parts) {
    if (written < part.byteLength) await writeAll(file, part.subarray(written));
    written = Math.max(0, written - part.byteLength);
  }
}

class EncodingWriter {
  readonly #encoder: Duplex;
  readonly #written: Promise<void>;
  #failure: unknown;

  constructor(encoder: Duplex, file: Target) {
    this.#encoder = encoder;
    this.#written = this.#drain(file).catch((error: unknown) => {
      this.#failure = error;
      encoder.destroy();
    });
  }

  async write(part: Uint8Array): Promise<void> {
    if (!this.#encoder.write(part)) {
      await Promise.race([new Promise((resolve) => this.#encoder.once('drain', resolve)), this.#written]);
    }
    this.#throwFailure();
  }

  async end(): Promise<void> {
    this.#encoder.end();
    await this.#written;
    this.#throwFailure();
  }

  async #drain(file: Target): Promise<void> {
    // An encoder without a text encoding gives bytes.
    for await (const part of this.#encoder as AsyncIterable<Uint8Array>) await writeAll(file, part);
  }

  #throwFailure(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }
}
