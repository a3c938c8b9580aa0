import { BufferPair } from './spare-buffers.ts';

/** One document of NDJSON, to be read before the next one is asked for. */
export interface DocumentLine {
  /** 1-based. */
  readonly line: number;
  /** Bytes from the start of the input to the document. */
  readonly offset: number;
  readonly stream: AsyncIterable<Uint8Array>;
  /** All of the document, if the input gave it in one piece. Valid until the next document is asked for. */
  readonly whole: Uint8Array | undefined;
}

const NEWLINE = 0x0a;
/** Longest part of a document that is put together with the next chunk. */
const MAX_JOINED_BYTES = 64 * 1024;
/** Also the record separator that RFC 7464 puts before each document. */
const BLANKS: ReadonlySet<number | undefined> = new Set([NEWLINE, 0x20, 0x09, 0x0d, 0x1e]);

/**
 * Cuts NDJSON into its documents, of any length, without keeping any of them. Skips blank lines, and the rest of a document
 * that was not read to its end. JSON has no raw line end within a string, so a line end always ends a document.
 *
 * @param from Position in bytes at which the input begins, and its line. Default: the beginning.
 */
export async function* splitLines(
  input: AsyncIterable<Uint8Array>,
  from: { readonly start: number; readonly line: number } = { start: 0, line: 1 },
): AsyncGenerator<DocumentLine> {
  const chunks = input[Symbol.asyncIterator]();
  using buffers = new BufferPair();
  try {
    yield* new LineCutter(chunks, from, buffers).documents();
  } finally {
    await chunks.return?.();
  }
}

class LineCutter {
  readonly #chunks: AsyncIterator<Uint8Array>;
  readonly #buffers: BufferPair;
  #chunk: Uint8Array = new Uint8Array();
  /** Place in the chunk. */
  #at = 0;
  /** Bytes before the chunk. */
  #base: number;
  #line: number;
  #isInDocument = false;
  #broken: { readonly error: unknown } | undefined;

  constructor(
    chunks: AsyncIterator<Uint8Array>,
    { start, line }: { readonly start: number; readonly line: number },
    buffers: BufferPair,
  ) {
    this.#chunks = chunks;
    this.#buffers = buffers;
    this.#base = start;
    this.#line = line;
  }

  async *documents(): AsyncGenerator<DocumentLine> {
    do {
      for (; this.#at < this.#chunk.length; this.#at += 1) {
        const byte = this.#chunk[this.#at];
        if (byte === NEWLINE) this.#line += 1;
        if (!BLANKS.has(byte)) yield* this.#document();
      }
    } while (await this.#readNext());
  }

  /** Gives the document at hand, and skips what was not read of it. Ends on its last byte. */
  async *#document(): AsyncGenerator<DocumentLine> {
    this.#isInDocument = true;
    const isLast = await this.#joinNext();
    const at = this.#at;
    const end = this.#chunk.indexOf(NEWLINE, at);
    const whole = end >= 0 || isLast ? this.#chunk.subarray(at, end < 0 ? undefined : end) : undefined;
    yield { line: this.#line, offset: this.#base + at, stream: this.#restOfDocument(), whole };
    if (whole) {
      this.#isInDocument = false;
      this.#at = at + whole.length;
    } else {
      const rest = this.#restOfDocument();
      while (!(await rest.next()).done);
    }
    this.#at -= 1;
  }

  async *#restOfDocument(): AsyncGenerator<Uint8Array> {
    while (this.#isInDocument) {
      const end = this.#chunk.indexOf(NEWLINE, this.#at);
      const part = this.#chunk.subarray(this.#at, end < 0 ? undefined : end);
      this.#at += part.length;
      this.#isInDocument = end < 0;
      if (part.length > 0) yield part;
      if (this.#isInDocument) this.#isInDocument = await this.#readNext();
    }
  }

  /** Puts the next chunks behind a document that the chunk at hand may cut. @returns True if there is none. */
  async #joinNext(): Promise<boolean> {
    let kept: Buffer | undefined;
    while (this.#chunk.length - this.#at <= MAX_JOINED_BYTES && !this.#chunk.includes(NEWLINE, this.#at)) {
      // An input takes its chunks back when it ends.
      kept ??= this.#keepRest();
      const next = await this.#chunks.next().catch((error: unknown) => {
        // It belongs to the document whose end is missing.
        this.#broken = { error };
      });
      if (next === undefined) return false;
      if (next.done) return true;
      this.#chunk = joined(kept, this.#chunk, next.value);
    }
    return false;
  }

  /** Makes the rest of the chunk the beginning of a buffer, and this the chunk at hand. */
  #keepRest(): Buffer {
    const kept = this.#buffers.next();
    const rest = this.#chunk.subarray(this.#at);
    kept.set(rest);
    this.#chunk = kept.subarray(0, rest.length);
    this.#base += this.#at;
    this.#at = 0;
    return kept;
  }

  async #readNext(): Promise<boolean> {
    if (this.#broken) throw this.#broken.error;
    const next = await this.#chunks.next();
    if (next.done) return false;
    this.#base += this.#chunk.length;
    this.#chunk = next.value;
    this.#at = 0;
    return true;
  }
}

/** @param first Beginning of the buffer. */
function joined(buffer: Buffer, first: Uint8Array, second: Uint8Array): Uint8Array {
  const length = first.length + second.length;
  if (length > buffer.length) return Buffer.concat([first, second]);
  buffer.set(second, first.length);
  return buffer.subarray(0, length);
}
