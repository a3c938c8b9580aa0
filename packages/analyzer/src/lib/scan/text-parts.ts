/** The text of a token that may go on over many chunks, as far as it is of use. */
export class TextParts {
  #parts: Uint8Array[] = [];
  #bytes = 0;

  clear(): void {
    this.#parts = [];
    this.#bytes = 0;
  }

  /** Keeps a part before its chunk is gone, as far as there is room. */
  keep(chunk: Uint8Array, { from, end, limit }: PartOfText): void {
    const room = limit - this.#bytes;
    if (room <= 0) return;
    const part = chunk.slice(from, Math.min(end, from + room));
    this.#parts.push(part);
    this.#bytes += part.length;
  }

  /** What was kept, with the last part behind it. */
  joined(chunk: Uint8Array, { from, end, limit }: PartOfText): Uint8Array {
    const room = Math.max(limit - this.#bytes, 0);
    const last = chunk.subarray(from, Math.min(Math.max(end, from), from + room));
    if (this.#parts.length === 0) return last;
    const bytes = new Uint8Array(this.#bytes + last.length);
    let at = 0;
    for (const part of [...this.#parts, last]) {
      bytes.set(part, at);
      at += part.length;
    }
    return bytes;
  }
}

/** Where in a chunk a text stands, and how many bytes of it all are of use. */
export interface PartOfText {
  readonly from: number;
  readonly end: number;
  readonly limit: number;
}
