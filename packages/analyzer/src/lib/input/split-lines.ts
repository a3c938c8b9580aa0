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
const BLANKS: ReadonlySet<number | undefined> = new Set([NEWLINE, 0x20, 0x09, 0x0d]);

/**
 * Cuts NDJSON into its documents, of any length, without keeping any of them. Skips blank lines, and the rest of a document
 * that was not read to its end. JSON has no raw line end within a string, so a line end always ends a document.
 */
export async function* splitLines(input: AsyncIterable<Uint8Array>): AsyncGenerator<DocumentLine> {
  const chunks = input[Symbol.asyncIterator]();
  let chunk: Uint8Array = new Uint8Array();
  let at = 0;
  /** Bytes before the chunk. */
  let base = 0;
  let line = 1;
  let isInDocument = false;

  const readNext = async (): Promise<boolean> => {
    const next = await chunks.next();
    if (next.done) return false;
    base += chunk.length;
    chunk = next.value;
    at = 0;
    return true;
  };

  async function* restOfDocument(): AsyncGenerator<Uint8Array> {
    while (isInDocument) {
      const end = chunk.indexOf(NEWLINE, at);
      const part = chunk.subarray(at, end < 0 ? undefined : end);
      at += part.length;
      isInDocument = end < 0;
      if (part.length > 0) yield part;
      if (isInDocument) isInDocument = await readNext();
    }
  }

  try {
    do {
      for (; at < chunk.length; at += 1) {
        if (chunk[at] === NEWLINE) line += 1;
        if (BLANKS.has(chunk[at])) continue;
        isInDocument = true;
        const end = chunk.indexOf(NEWLINE, at);
        const whole = end < 0 ? undefined : chunk.subarray(at, end);
        yield { line, offset: base + at, stream: restOfDocument(), whole };
        if (whole) {
          isInDocument = false;
          at = end;
        } else {
          const rest = restOfDocument();
          while (!(await rest.next()).done);
        }
        at -= 1;
      }
    } while (await readNext());
  } finally {
    await chunks.return?.();
  }
}
