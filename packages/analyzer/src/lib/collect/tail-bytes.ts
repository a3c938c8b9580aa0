/** Bytes of the largest hit whose fields are read for the evidence card. */
export const MAX_HIT_BYTES: number = 256 * 1_024;
const PART_BYTES = 1_024 * 1_024;

/** Remembers the bytes of a hit that just ended. @returns What reads them later; of a larger hit than {@link MAX_HIT_BYTES} it is not called. */
export type HitBytes = (offset: number, bytes: number) => () => Uint8Array;

/** The latest bytes of a stream: enough for each hit of up to {@link MAX_HIT_BYTES} that ends in the part that is scanned. */
export class TailBytes {
  readonly #room = new Uint8Array(2 * PART_BYTES);
  #length = 0;
  #end = 0;

  /** Passes a stream on, in parts. Scan each before you ask for the next one. */
  async *keep(stream: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of stream) {
      for (let at = 0; at < chunk.length; at += PART_BYTES) {
        const part = chunk.subarray(at, at + PART_BYTES);
        this.#add(part);
        yield part;
      }
    }
  }

  /** Copies a hit. */
  readonly copy: HitBytes = (offset, bytes) => {
    const from = this.#length - this.#end + offset;
    const copied = this.#room.slice(from, from + bytes);
    return () => copied;
  };

  #add(part: Uint8Array): void {
    if (this.#length + part.length > this.#room.length) {
      const kept = Math.min(this.#length, MAX_HIT_BYTES);
      this.#room.copyWithin(0, this.#length - kept, this.#length);
      this.#length = kept;
    }
    this.#room.set(part, this.#length);
    this.#length += part.length;
    this.#end += part.length;
  }
}
