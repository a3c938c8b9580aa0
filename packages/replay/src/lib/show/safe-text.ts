import { TextDecoder } from 'node:util';

import type { ByteWriter } from './byte-writer.ts';
import { escapeUnsafe } from './escape-unsafe.ts';

/** Writes JSON tokens, but escapes what could rewrite a screen and bytes that are not UTF-8. A token may come in parts. */
export class SafeTextWriter {
  readonly #out: ByteWriter;
  /** Puts characters together that a cut parts. */
  #decoder: TextDecoder | undefined;

  constructor(out: ByteWriter) {
    this.#out = out;
  }

  /** Writes a part of a token that goes on. */
  writePart(bytes: Uint8Array, from: number, to: number): void {
    if (this.#decoder === undefined && isPlain(bytes, from, to)) {
      this.#out.add(bytes, from, to);
      return;
    }
    this.#decoder ??= new TextDecoder('utf-8', { ignoreBOM: true });
    this.#give(this.#decoder.decode(bytes.subarray(from, to), { stream: true }));
  }

  /** Writes the last part of a token, or all of it. */
  writeEnd(bytes: Uint8Array, from: number, to: number): void {
    if (this.#decoder === undefined && isPlain(bytes, from, to)) {
      this.#out.add(bytes, from, to);
      return;
    }
    this.#decoder ??= new TextDecoder('utf-8', { ignoreBOM: true });
    this.#give(this.#decoder.decode(bytes.subarray(from, to)));
    this.#decoder = undefined;
  }

  #give(text: string): void {
    this.#out.add(Buffer.from(escapeUnsafe(text)));
  }
}

/** True if these are ASCII characters alone, and none that could do harm. */
function isPlain(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if ((bytes[at] ?? 0) >= 0x7f) return false;
  return true;
}
