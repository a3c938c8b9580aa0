import { closeSync, openSync, readSync } from 'node:fs';

const PART_BYTES = 256 * 1024;

/** Bytes of a file at any place, read where they are asked for. */
export class FileBytes {
  readonly #descriptor: number;
  readonly #part = Buffer.allocUnsafeSlow(PART_BYTES);

  constructor(path: string) {
    this.#descriptor = openSync(path, 'r');
  }

  /** The bytes of a range, in parts that are only lent. */
  *read(offset: number, bytes: number): Generator<Uint8Array> {
    for (let at = offset; at < offset + bytes;) {
      const read = readSync(this.#descriptor, this.#part, 0, Math.min(PART_BYTES, offset + bytes - at), at);
      // A file that has become shorter gives what it has; whoever reads it to its end notices.
      if (read === 0) return;
      yield this.#part.subarray(0, read);
      at += read;
    }
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}
