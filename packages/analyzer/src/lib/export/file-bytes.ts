import { closeSync, openSync, readSync } from 'node:fs';

import type { DocumentBytes } from './hit-export.ts';

const PART_BYTES = 256 * 1024;

/** Bytes of a file at any offset, read when they are asked for. */
export class FileBytes implements DocumentBytes, Disposable {
  keepFrom: number = Number.POSITIVE_INFINITY;
  readonly #descriptor: number;
  readonly #part = Buffer.allocUnsafeSlow(PART_BYTES);

  constructor(path: string) {
    this.#descriptor = openSync(path, 'r');
  }

  *read(offset: number, bytes: number): Generator<Uint8Array> {
    for (let at = offset; at < offset + bytes;) {
      const read = readSync(this.#descriptor, this.#part, 0, Math.min(PART_BYTES, offset + bytes - at), at);
      // A file that has become shorter gives what it has; the scan notices at the end of the file.
      if (read === 0) return;
      yield this.#part.subarray(0, read);
      at += read;
    }
  }

  [Symbol.dispose](): void {
    closeSync(this.#descriptor);
  }
}
