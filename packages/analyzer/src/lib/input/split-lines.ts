/** One document of NDJSON, to be read before the next one is asked for. */
export interface DocumentLine {
  /** 1-based. */
  readonly line: number;
  /** Bytes from the start of the input to the document. */
  readonly offset: number;
  readonly stream: AsyncIterable<Uint8Array>;
}

const NEWLINE = 0x0a;

/**
 * Cuts NDJSON into its documents, of any length, without keeping any of them. Blank lines are passed over. JSON has no raw
 * line end within a string, so that a line end always ends a document.
 *
 * What is left of a document that was not read to its end is skipped.
 */
export async function* splitLines(input: AsyncIterable<Uint8Array>): AsyncGenerator<DocumentLine> {
  const cutter = new LineCutter(input);
  try {
    while (await cutter.toDocument()) {
      yield { line: cutter.line, offset: cutter.offset, stream: cutter.document() };
      // A document that was left in the middle goes on where it was left.
      await cutter.skipDocument();
    }
  } finally {
    await cutter.close();
  }
}

class LineCutter {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #chunk: Uint8Array = new Uint8Array();
  #at = 0;
  #base = 0;
  line = 1;
  /** Whether the line of the document has not ended yet. */
  isInDocument = false;

  constructor(input: AsyncIterable<Uint8Array>) {
    this.#chunks = input[Symbol.asyncIterator]();
  }

  /** Bytes from the start of the input to where the cutter stands. */
  get offset(): number {
    return this.#base + this.#at;
  }

  /** Goes to where the next document begins. @returns False where there is none. */
  async toDocument(): Promise<boolean> {
    for (;;) {
      for (; this.#at < this.#chunk.length; this.#at += 1) {
        const byte = this.#chunk[this.#at] ?? 0;
        if (byte === NEWLINE) this.line += 1;
        else if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0d) return (this.isInDocument = true);
      }
      if (!(await this.#next())) return false;
    }
  }

  /** The bytes up to the end of the line. Once it has ended, there are no more. */
  async *document(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const from = this.#at;
      const end = this.#chunk.indexOf(NEWLINE, from);
      this.#at = end < 0 ? this.#chunk.length : end + 1;
      if (end >= 0) {
        this.line += 1;
        this.isInDocument = false;
      }
      const part = this.#chunk.subarray(from, end < 0 ? undefined : end);
      if (part.length > 0) yield part;
      if (end >= 0 || !(await this.#next())) break;
    }
    this.isInDocument = false;
  }

  /** Goes to the end of a document that was not read to it. */
  async skipDocument(): Promise<void> {
    if (!this.isInDocument) return;
    const rest = this.document();
    while (!(await rest.next()).done);
  }

  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  async #next(): Promise<boolean> {
    const next = await this.#chunks.next();
    if (next.done) return false;
    this.#base += this.#chunk.length;
    this.#chunk = next.value;
    this.#at = 0;
    return true;
  }
}
