import { statfs } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';

/** Limits of what is kept of requests whose bearer does not match: anybody can send them. */
export interface UnmatchedLimits {
  /** Bytes of all of them together, heads included, as long as the capture runs. Default 100 MB. */
  readonly maxBytes?: number;
  /** Bytes of the disk that are left to deliveries whose bearer matches. Default 256 MiB. */
  readonly minFreeBytes?: number;
}

/** Defaults of {@link UnmatchedLimits}. */
const MAX_BYTES = 100e6;
const MIN_FREE_BYTES = 256 * 2 ** 20;
/** Bytes that a request takes in the archive besides its headers and its body. */
const LINE_BYTES = 1_024;

/** Counts what is kept of requests whose bearer does not match. */
export class UnmatchedQuota {
  readonly #folder: string;
  readonly #minFreeBytes: number;
  #left: number;

  /** @param folder Where captures are kept. */
  constructor(folder: string, { maxBytes = MAX_BYTES, minFreeBytes = MIN_FREE_BYTES }: UnmatchedLimits) {
    this.#folder = folder;
    this.#left = maxBytes;
    this.#minFreeBytes = minFreeBytes;
  }

  /** Admits a request. @returns what its body is counted with, or why it is not kept. */
  async admit({ rawHeaders, url = '' }: IncomingMessage): Promise<Allowance | 'quota' | 'disk'> {
    const { bavail, bsize } = await statfs(this.#folder);
    if (bavail * bsize < this.#minFreeBytes) return 'disk';
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
