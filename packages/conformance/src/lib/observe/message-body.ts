/** A body: its first bytes, and the JSON in it. */
export interface MessageBody {
  /** All bytes received or sent, including those not kept. */
  readonly size: number;
  /** All bytes, or the first ones if `truncated`. */
  readonly bytes: Uint8Array;
  readonly truncated: boolean;
  /**
   * The JSON document; `undefined` if the body is empty, malformed, truncated, not UTF-8 or nested deeper than {@link
   * DEPTH_LIMIT}.
   */
  readonly json: unknown;
}

/** Maximum nesting. Far beyond any body of the service, and safe for recursive code. */
export const DEPTH_LIMIT = 500;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

const utf8 = new TextDecoder('utf-8', { fatal: true });

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

export const emptyBody: MessageBody = messageBody(new Uint8Array());
