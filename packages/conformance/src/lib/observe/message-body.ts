/** A body as it was seen: its bytes up to a limit, and what they hold. */
export interface MessageBody {
  /** Bytes received or sent in all, those beyond the limit included. */
  readonly size: number;
  /** What was kept: all of it, or the beginning where `truncated`. */
  readonly bytes: Uint8Array;
  readonly truncated: boolean;
  /**
   * The JSON document in it, where it is one: `undefined` stands for none (empty, malformed, truncated, not UTF-8, nested
   * deeper than {@link DEPTH_LIMIT}).
   */
  readonly json: unknown;
}

/** Levels that a document may nest. Far beyond any body of the service, and safe for code that descends by recursion. */
export const DEPTH_LIMIT = 500;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Reads what `bytes` hold. A body that is cut off, is not UTF-8 or is not JSON has no `json`. */
export function messageBody(bytes: Uint8Array, size: number = bytes.byteLength): MessageBody {
  const truncated = size > bytes.byteLength;
  let json: unknown;
  if (!truncated && size > 0 && !isDeep(bytes)) {
    try {
      json = JSON.parse(utf8.decode(bytes));
    } catch {
      json = undefined;
    }
  }
  return { size, bytes, truncated, json };
}

/** Tells whether JSON text nests deeper than the limit. */
function isDeep(bytes: Uint8Array): boolean {
  if (bytes.byteLength <= DEPTH_LIMIT) return false;
  let depth = 0;
  let inString = false;
  for (let place = 0; place < bytes.byteLength; place += 1) {
    const byte = bytes[place];
    if (inString) {
      if (byte === BACKSLASH) place += 1;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if (byte === OPEN_BRACKET || byte === OPEN_BRACE) {
      depth += 1;
      if (depth > DEPTH_LIMIT) return true;
    } else if (byte === CLOSE_BRACKET || byte === CLOSE_BRACE) depth -= 1;
  }
  return false;
}

/** The body of a message that has none. */
export const emptyBody: MessageBody = messageBody(new Uint8Array());
