/** A body as it was seen: its bytes up to a limit, and what they hold. */
export interface MessageBody {
  /** Bytes received or sent in all, those beyond the limit included. */
  readonly size: number;
  /** What was kept: all of it, or the beginning where `truncated`. */
  readonly bytes: Uint8Array;
  readonly truncated: boolean;
  /** The JSON document in it, where it is one: `undefined` stands for none (empty, malformed, truncated, not UTF-8). */
  readonly json: unknown;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Reads what `bytes` hold. A body that is cut off, is not UTF-8 or is not JSON has no `json`. */
export function messageBody(bytes: Uint8Array, size: number = bytes.byteLength): MessageBody {
  const truncated = size > bytes.byteLength;
  let json: unknown;
  if (!truncated && size > 0) {
    try {
      json = JSON.parse(utf8.decode(bytes));
    } catch {
      json = undefined;
    }
  }
  return { size, bytes, truncated, json };
}

/** The body of a message that has none. */
export const emptyBody: MessageBody = messageBody(new Uint8Array());
