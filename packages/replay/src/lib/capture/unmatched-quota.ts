import { statfs } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';

/** Limits of what is kept of requests whose bearer does not match, or is not checked: anybody can send them. */
export interface UnmatchedLimits {
  /** Bytes of all of them together, heads included, as long as the capture runs. Default 100 MB; 1 GB without a secret. */
  readonly maxBytes?: number;
  /** Bytes of the disk that are left to deliveries whose bearer matches. Default 256 MiB. */
  readonly minFreeBytes?: number;
}

/** Defaults of {@link UnmatchedLimits}. */
const MAX_BYTES = 100e6;
const MAX_UNCHECKED_BYTES = 1e9;
const MIN_FREE_BYTES = 256 * 2 ** 20;
/** Bytes that a request takes in the archive besides its headers and its body. */
const LINE_BYTES = 1_024;

/** Bytes after which free space is looked at again. */
const LOOK_EVERY_BYTES = 2 ** 20;

/** Counts what is kept of requests of anybody. */
export class UnmatchedQuota {
  readonly #folder: string;
  readonly #minFreeBytes: number;
  #left: number;
  #lookAt = Number.POSITIVE_INFINITY;

  /** @param folder Where captures are kept. @param isChecked True if there is a secret to compare with. */
  constructor(folder: string, { maxBytes, minFreeBytes = MIN_FREE_BYTES }: UnmatchedLimits, isChecked: boolean) {
    this.#folder = folder;
    this.#left = maxBytes ?? (isChecked ? MAX_BYTES : MAX_UNCHECKED_BYTES);
    this.#minFreeBytes = minFreeBytes;
  }

  /** Admits a request. @returns what its body is counted with, or why it is not kept. */
  async admit({ rawHeaders, url = '' }: IncomingMessage): Promise<Allowance | 'quota' | 'disk'> {
    if (this.#left <= this.#lookAt) {
      const { bavail, bsize } = await statfs(this.#folder);
      if (bavail * bsize < this.#minFreeBytes) return 'disk';
      this.#lookAt = this.#left - LOOK_EVERY_BYTES;
    }
    let taken = 0;
    const take = (bytes: number): boolean => {
      if (bytes > this.#left) return false;
      this.#left -= bytes;
      taken += bytes;
      return true;
    };
    if (!take(rawHeaders.reduce((sum, text) => sum + text.length, url.length + LINE_BYTES))) return 'quota';
    const allowance: Allowance = {
      isExceeded: false,
      async *limit(parts) {
        for await (const part of parts) {
          allowance.isExceeded = !take(part.byteLength);
          if (allowance.isExceeded) throw new RangeError('The quota is used up');
          yield part;
        }
      },
      release: () => {
        this.#left += taken;
        taken = 0;
      },
    };
    return allowance;
  }
}

/** The part of a quota that one request takes. */
export interface Allowance {
  /** True if the body was longer than what was left. */
  isExceeded: boolean;
  /** Passes a body on while there is quota left for it, and then throws. */
  limit(parts: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array>;
  /** Returns all of it to the quota: the request is not kept. */
  release(): void;
}
