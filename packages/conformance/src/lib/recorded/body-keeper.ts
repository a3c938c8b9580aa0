import { CUT } from '@idvkit/json/read';

import { messageBody, type MessageBody } from '../observe/message-body.ts';

/** A body of a recording; undefined if it was not recorded, though there may have been one. */
export type RecordedBody = MessageBody | undefined;

const BODY_BYTES = 4 * 2 ** 20;
const TOTAL_BYTES = 96 * 2 ** 20;

export class BodyKeeper {
  #remaining = TOTAL_BYTES;

  get limit(): number {
    return Math.min(BODY_BYTES, this.#remaining);
  }

  /** @param size Bytes that travelled, if more than given. */
  keep(bytes: Uint8Array, size: number = bytes.byteLength): MessageBody {
    const kept = bytes.byteLength <= this.limit ? bytes : new Uint8Array(bytes.subarray(0, this.limit));
    this.#remaining -= kept.byteLength;
    return messageBody(kept, Math.max(size, bytes.byteLength));
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
