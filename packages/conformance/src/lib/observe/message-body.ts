import { parseJson } from '@idvkit/json';

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

export function messageBody(bytes: Uint8Array, size: number = bytes.byteLength): MessageBody {
  const truncated = size > bytes.byteLength;
  const parsed = truncated || size === 0 ? undefined : parseJson(bytes, { maxBytes: Infinity, maxDepth: DEPTH_LIMIT });
  return { size, bytes, truncated, json: parsed?.ok === true ? parsed.value : undefined };
}

export const emptyBody: MessageBody = messageBody(new Uint8Array());
