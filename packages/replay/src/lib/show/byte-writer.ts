const BLOCK_BYTES = 65_536;
/** Fewer bytes than these are copied faster one by one. */
const FEW_BYTES = 48;

/** Puts bytes together. It makes next to no garbage; texts would make more than is collected in time. */
export class ByteWriter {
  #block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
  #at = 0;
  #full: Buffer[] = [];

  add(bytes: Uint8Array, from = 0, to: number = bytes.length): void {
    let start = from;
    if (to - from < FEW_BYTES && to - from <= this.#block.length - this.#at) {
      for (; start < to; start += 1) this.#block[this.#at++] = bytes[start] ?? 0;
      return;
    }
    while (start < to) {
      if (this.#at === this.#block.length) this.#next();
      const end = Math.min(to, start + this.#block.length - this.#at);
      this.#block.set(bytes.subarray(start, end), this.#at);
      this.#at += end - start;
      start = end;
    }
  }

  addByte(byte: number): void {
    if (this.#at === this.#block.length) this.#next();
    this.#block[this.#at++] = byte;
  }

  /** Bytes that were added since. They are not written to again. */
  take(): Buffer[] {
    const taken = this.#full;
    this.#full = [];
    if (this.#at > 0) taken.push(this.#block.subarray(0, this.#at));
    // The rest of the block serves on.
    this.#block = this.#block.subarray(this.#at);
    this.#at = 0;
    return taken;
  }

  #next(): void {
    if (this.#at > 0) this.#full.push(this.#block);
    this.#block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
    this.#at = 0;
  }
}
