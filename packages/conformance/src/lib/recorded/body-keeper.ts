import { CUT } from '@idvkit/json/read';

import { messageBody, type MessageBody } from '../observe/message-body.ts';

/** A body of a recording; undefined where the recording does not have it, though there may have been one. */
export type RecordedBody = MessageBody | undefined;

/** Bytes kept of one body, and of all bodies of a recording together. */
const BODY_BYTES = 4 * 2 ** 20;
const TOTAL_BYTES = 96 * 2 ** 20;

/** Keeps bodies in bounded memory. */
export class BodyKeeper {
  #remaining = TOTAL_BYTES;

  /** How much of the next body is worth reading. */
  get limit(): number {
    return Math.min(BODY_BYTES, this.#remaining);
  }

  /** @param size Bytes that travelled, where more than is given. */
  keep(bytes: Uint8Array, size: number = bytes.byteLength): MessageBody {
    const kept = bytes.byteLength <= this.limit ? bytes : new Uint8Array(bytes.subarray(0, this.limit));
    this.#remaining -= kept.byteLength;
    return messageBody(kept, Math.max(size, bytes.byteLength));
  }

  /**
   * Keeps a text of an archive, which may stand there in base64, and may have been cut off while it was read, or by whoever
   * recorded it: then it is shorter than the size that goes with it, and no JSON.
   *
   * @param statedSize Bytes of the body by the archive's own account; -1 where that is of something else.
   */
  text(text: string, encoding: unknown, statedSize: number): MessageBody {
    const isCut = text.endsWith(CUT);
    const whole = isCut ? text.slice(0, -CUT.length) : text;
    const bytes = encoding === 'base64' ? Buffer.from(whole, 'base64') : new TextEncoder().encode(whole);
    const body = this.keep(bytes, bytes.byteLength + (isCut ? 1 : 0));
    const isShort = body.json === undefined && statedSize > body.size;
    return isShort ? { ...body, size: statedSize, truncated: true } : body;
  }
}
