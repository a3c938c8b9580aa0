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
const BLANKS: ReadonlySet<number | undefined> = new Set([NEWLINE, 0x20, 0x09, 0x0d]);

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
  let chunk: Uint8Array = new Uint8Array();
  let at = 0;
  /** Bytes before the chunk. */
  let base = from.start;
  let { line } = from;
  let isInDocument = false;
  let broken: { readonly error: unknown } | undefined;

  const readNext = async (): Promise<boolean> => {
    if (broken) throw broken.error;
    const next = await chunks.next();
    if (next.done) return false;
    base += chunk.length;
    chunk = next.value;
    at = 0;
    return true;
  };

  /** Puts the next chunks behind a document that the chunk at hand may cut. @returns True if there is none. */
  const joinNext = async (): Promise<boolean> => {
    while (chunk.length - at <= MAX_JOINED_BYTES && !chunk.includes(NEWLINE, at)) {
      const next = await chunks.next().catch((error: unknown) => {
        // It belongs to the document whose end is missing.
        broken = { error };
      });
      if (next === undefined) return false;
      if (next.done) return true;
      base += at;
      chunk = Buffer.concat([chunk.subarray(at), next.value]);
      at = 0;
    }
    return false;
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
        const isLast = await joinNext();
        const end = chunk.indexOf(NEWLINE, at);
        const whole = end >= 0 || isLast ? chunk.subarray(at, end < 0 ? undefined : end) : undefined;
        const after = at + (whole?.length ?? 0);
        yield { line, offset: base + at, stream: restOfDocument(), whole };
        if (whole) {
          isInDocument = false;
          at = after;
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
