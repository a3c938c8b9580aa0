/** Bytes of each buffer: a chunk, and the beginning of a document before it. */
const SPARE_BUFFER_BYTES = 640 * 1024;
const MAX_SPARE = 4;

const spare: Buffer[] = [];

/**
 * Two buffers that are filled in turns, so that what was read last stays while more is read. They are used again: thrown away, they
 * would pile up until garbage is collected, which is rare where few objects are made.
 */
export class BufferPair implements Disposable {
  #next = spare.pop() ?? Buffer.allocUnsafeSlow(SPARE_BUFFER_BYTES);
  #last = spare.pop() ?? Buffer.allocUnsafeSlow(SPARE_BUFFER_BYTES);

  /** Returns the buffer that was returned less recently. */
  next(): Buffer {
    [this.#next, this.#last] = [this.#last, this.#next];
    return this.#last;
  }

  [Symbol.dispose](): void {
    for (const buffer of [this.#next, this.#last]) if (spare.length < MAX_SPARE) spare.push(buffer);
  }
}
