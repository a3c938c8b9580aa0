import { once } from 'node:events';
import { PassThrough } from 'node:stream';

import { maxUnpackedBytes, unpack, UnpackError, type ContentCoding } from './content-coding.ts';
import { BodySummarizer, type BodySummary } from './summarize-body.ts';

/** Summarizes a body while it arrives, unpacked if it travelled packed. A body that cannot be unpacked gives what was found before. */
export class ArrivingSummary {
  readonly #summarizer = new BodySummarizer();
  readonly #packed: PassThrough | undefined;
  #unpacking: Promise<void> | undefined;
  #packedBytes = 0;

  constructor(codings: readonly ContentCoding[]) {
    if (codings.length === 0) return;
    this.#packed = new PassThrough();
    this.#unpacking = this.#unpack(this.#packed, codings);
  }

  /** Takes the next part. @returns a promise to be awaited before the next one, if there is one. */
  write(part: Uint8Array): Promise<unknown> | undefined {
    if (this.#packed === undefined) {
      this.#summarizer.write(part);
      return undefined;
    }
    this.#packedBytes += part.byteLength;
    if (this.#packed.destroyed || this.#packed.write(part)) return undefined;
    return Promise.race([once(this.#packed, 'drain').catch(() => {}), this.#unpacking]);
  }

  /** Returns what was found, once all parts were read. */
  async end(): Promise<BodySummary> {
    this.#packed?.end();
    await this.#unpacking;
    return this.#summarizer.end();
  }

  async #unpack(packed: PassThrough, codings: readonly ContentCoding[]): Promise<void> {
    try {
      let bytes = 0;
      for await (const part of unpack(packed, codings, { maxBytes: Infinity })) {
        bytes += part.byteLength;
        if (bytes > maxUnpackedBytes(this.#packedBytes)) break;
        this.#summarizer.write(part);
        if (this.#summarizer.isHopeless) break;
      }
    } catch (error) {
      if (!(error instanceof UnpackError)) throw error;
    } finally {
      packed.destroy();
    }
  }
}
