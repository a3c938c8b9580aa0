import { CUT } from '@idvkit/json';

import { messageBody, type MessageBody } from './message-body.ts';

/** Bytes to keep: of one body, default 4 MiB, and of all, default 96 MiB. */
export interface BodyLimits {
  readonly bodyBytes?: number;
  readonly totalBytes?: number;
}

/** Keeps bodies in bounded memory: what is beyond a limit is left out. */
export class BodyKeeper {
  readonly #bodyBytes: number;
  #remaining: number;
  #isExhausted = false;

  constructor({ bodyBytes = 4 * 2 ** 20, totalBytes = 96 * 2 ** 20 }: BodyLimits = {}) {
    this.#bodyBytes = bodyBytes;
    this.#remaining = totalBytes;
  }

  /** Bytes that are kept of the next body. */
  get limit(): number {
    return Math.min(this.#bodyBytes, this.#remaining);
  }

  /** True if a body was left out for all that were kept before. */
  get isExhausted(): boolean {
    return this.#isExhausted;
  }

  /** @param size Bytes that travelled, if more than given. */
  keep(bytes: Uint8Array, size: number = bytes.byteLength): MessageBody {
    this.#isExhausted ||= Math.min(size, this.#bodyBytes) > this.#remaining;
    const kept = bytes.byteLength <= this.limit ? bytes : new Uint8Array(bytes.subarray(0, this.limit));
    this.#remaining -= kept.byteLength;
    return messageBody(kept, Math.max(size, bytes.byteLength));
  }

  /** Frees the memory of bodies. */
  release(bytes: number): void {
    this.#remaining += bytes;
  }

  /** Keeps a text of an archive, plain or base64. `statedSize`: bytes by the archive, -1 if unknown. */
  text(text: string, encoding: unknown, statedSize: number): MessageBody {
    const isCut = text.endsWith(CUT);
    const whole = isCut ? text.slice(0, -CUT.length) : text;
    const bytes = encoding === 'base64' ? Buffer.from(whole, 'base64') : new TextEncoder().encode(whole);
    const body = this.keep(bytes, bytes.byteLength + (isCut ? 1 : 0));
    const isShort = body.json === undefined && statedSize > body.size;
    return isShort ? { ...body, size: statedSize, truncated: true } : body;
  }
}
