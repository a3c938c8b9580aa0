/** Chunks of a stream, of which bytes can be looked at ahead and given back. */
export class Chunks {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #unread: Uint8Array[] = [];

  constructor(stream: AsyncIterable<Uint8Array>) {
    this.#chunks = stream[Symbol.asyncIterator]();
  }

  /** Returns the next chunk; `undefined` at the end. */
  async next(): Promise<Uint8Array | undefined> {
    const unread = this.#unread.pop();
    if (unread) return unread;
    const next = await this.#chunks.next();
    return next.done ? undefined : next.value;
  }

  unread(bytes: Uint8Array): void {
    if (bytes.length > 0) this.#unread.push(bytes);
  }

  /** Removes the next bytes and returns them; fewer at the end. */
  async take(size: number): Promise<Buffer> {
    const start = await this.peek(size);
    this.#unread.pop();
    this.unread(start.subarray(size));
    return Buffer.from(start.buffer, start.byteOffset, Math.min(size, start.length));
  }

  /** Returns the next bytes, at least as many as asked for if there are, and leaves them to be read. */
  async peek(size: number): Promise<Uint8Array> {
    let start: Uint8Array = new Uint8Array();
    while (start.length < size) {
      // A stream takes its chunks back when it ends.
      start = Buffer.from(start);
      const chunk = await this.next();
      if (!chunk) break;
      start = start.length === 0 ? chunk : Buffer.concat([start, chunk]);
    }
    this.unread(start);
    return start;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for (let chunk = await this.next(); chunk; chunk = await this.next()) yield chunk;
  }

  /** Lets go of the stream. */
  async close(): Promise<void> {
    await this.#chunks.return?.();
  }
}
