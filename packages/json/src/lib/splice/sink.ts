/** Bytes that are put together from parts of a chunk and from what takes the place of others. */
export class Sink {
  #bytes: Buffer = Buffer.alloc(0);
  #length = 0;
  /** A part of one buffer that was not copied yet, as nothing else may come. */
  #source: Buffer = this.#bytes;
  #from = 0;
  #to = 0;
  /** A little more than was taken before: as much is likely to come. */
  #expected = 4096;

  copy(source: Buffer, from: number, to: number): void {
    if (to <= from) return;
    if (source === this.#source && from === this.#to) {
      this.#to = to;
      return;
    }
    this.#settle();
    this.#source = source;
    this.#from = from;
    this.#to = to;
  }

  put(bytes: Uint8Array | string): void {
    if (typeof bytes === 'string') {
      const at = this.#reserve(bytes.length * 3);
      this.#length = at + this.#bytes.write(bytes, at);
      return;
    }
    const at = this.#reserve(bytes.length);
    this.#bytes.set(bytes, at);
    this.#length = at + bytes.length;
  }

  /** Takes all of it: a view of the one part it was given, where there was no other. */
  take(): Buffer {
    if (this.#length === 0) {
      const only = this.#source.subarray(this.#from, this.#to);
      this.#source = this.#bytes;
      this.#from = this.#to;
      return only;
    }
    this.#settle();
    const all = this.#bytes.subarray(0, this.#length);
    // Its receiver may keep it.
    this.#expected = this.#length + (this.#length >> 3);
    this.#bytes = Buffer.alloc(0);
    this.#length = 0;
    this.#source = this.#bytes;
    return all;
  }

  /** Makes room for so many bytes. @returns where. */
  #reserve(bytes: number): number {
    this.#settle();
    this.#makeRoom(bytes);
    return this.#length;
  }

  #settle(): void {
    const [from, to] = [this.#from, this.#to];
    this.#from = to;
    const source = this.#source;
    this.#makeRoom(to - from);
    const bytes = this.#bytes;
    const shift = this.#length - from;
    if (to - from < 32) for (let at = from; at < to; at += 1) bytes[at + shift] = source[at] ?? 0;
    else source.copy(bytes, this.#length, from, to);
    this.#length += to - from;
  }

  #makeRoom(bytes: number): void {
    if (this.#length + bytes <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#bytes.length * 2, this.#length + bytes, this.#expected));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}
