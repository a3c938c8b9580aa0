import { hash } from 'node:crypto';

import { CUT } from '@idvkit/json';

import { messageBody, type MessageBody } from './message-body.ts';

/** Bytes to keep: of one body, default 4 MiB, and of all, default 96 MiB. */
export interface BodyLimits {
  readonly bodyBytes?: number;
  readonly totalBytes?: number;
}

/** Smallest body that is kept once, however often it comes: an info has 57 kB, and is read thousands of times. */
const SHARED_BYTES = 4096;

/** Keeps bodies in bounded memory: what is beyond a limit is left out. Equal bodies share their memory. */
export class BodyKeeper {
  readonly #bodyBytes: number;
  readonly #totalBytes: number;
  #remaining: number;
  #isExhausted = false;
  readonly #shared = new Map<string, { readonly body: MessageBody; uses: number }>();
  readonly #keys = new WeakMap<MessageBody, string>();

  constructor({ bodyBytes = 4 * 2 ** 20, totalBytes = 96 * 2 ** 20 }: BodyLimits = {}) {
    this.#bodyBytes = bodyBytes;
    this.#totalBytes = totalBytes;
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
    const key = bytes.byteLength < SHARED_BYTES ? undefined : `${size} ${hash('sha256', bytes)}`;
    const known = key === undefined ? undefined : this.#shared.get(key);
    if (known === undefined) {
      const body = this.#kept(bytes, size);
      if (key !== undefined && body.bytes.byteLength === bytes.byteLength) {
        this.#shared.set(key, { body, uses: 1 });
        this.#keys.set(body, key);
      }
      return body;
    }
    known.uses += 1;
    return known.body;
  }

  #kept(bytes: Uint8Array, size: number): MessageBody {
    this.#isExhausted ||= Math.min(size, this.#bodyBytes) > this.#remaining;
    const kept = bytes.byteLength <= this.limit ? bytes : new Uint8Array(bytes.subarray(0, this.limit));
    this.#remaining -= kept.byteLength;
    return messageBody(kept, Math.max(size, bytes.byteLength));
  }

  /** Frees the memory of a body, if nothing else has an equal one. */
  release(body: MessageBody): void {
    const key = this.#keys.get(body);
    const shared = key === undefined ? undefined : this.#shared.get(key);
    if (shared !== undefined && (shared.uses -= 1) > 0) return;
    if (key !== undefined) this.#shared.delete(key);
    this.#remaining += body.bytes.byteLength;
  }

  /** True if less than a sixth is left. */
  get isNearlyFull(): boolean {
    return this.#remaining < this.#totalBytes / 6;
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
