import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';

/** Largest unpacked body, and bytes of all: a few packed bytes can hold very many. */
const BODY_BYTES = 16 * 2 ** 20;
const TOTAL_BYTES = 128 * 2 ** 20;

type Unpack = (bytes: Uint8Array, options: { readonly maxOutputLength: number }) => Uint8Array;

const UNPACKERS: ReadonlyMap<string, Unpack> = new Map<string, Unpack>([
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  ['deflate', inflateSync],
  ['br', brotliDecompressSync],
  ['zstd', zstdDecompressSync],
]);

export class Unpacking {
  readonly #bodyBytes: number;
  #remaining: number;
  #unread = 0;

  constructor({
    bodyBytes = BODY_BYTES,
    totalBytes = TOTAL_BYTES,
  }: { readonly bodyBytes?: number; readonly totalBytes?: number } = {}) {
    this.#bodyBytes = bodyBytes;
    this.#remaining = totalBytes;
  }

  get unread(): number {
    return this.#unread;
  }

  /** Unpacks a body by its codings; undefined if it cannot be unpacked or is too long. */
  unpack(bytes: Uint8Array, codings: readonly string[]): Uint8Array | undefined {
    let plain = bytes;
    try {
      for (const coding of codings.toReversed()) {
        const unpack = UNPACKERS.get(coding);
        if (unpack === undefined) return undefined;
        const room = Math.min(this.#bodyBytes, this.#remaining);
        if (room <= 0) throw new RangeError('There is no room left');
        plain = unpack(plain, { maxOutputLength: room });
      }
    } catch (error) {
      if (error instanceof RangeError) this.#unread += 1;
      return undefined;
    }
    this.#remaining -= plain.byteLength;
    return plain;
  }
}
