import { parseJson, type JsonLimits, type PathKey } from '@idvkit/json';

import { isDelivery } from '../../../compiled/consumer.js';
import { delivery, type Delivery } from '../consumer/deliveries.ts';
import { DeliveryError } from './delivery-error.ts';

/** A delivery, or why there is none. */
export type ParsedDelivery =
  | { readonly success: true; readonly data: Delivery; readonly error?: never }
  | { readonly success: false; readonly data?: never; readonly error: DeliveryError };

/**
 * Reads the body of a delivery as a client must: event types, keys and columns that are yet to come are kept, and nothing in
 * the body can crash the reader or reach a prototype. Check the caller with {@link verifyBearer} first.
 *
 * Of keys that occur twice the last counts. `__proto__`, and `constructor` with a `prototype`, are left out.
 *
 * @param body As it came: bytes, or text that was decoded already.
 * @param limits `maxBytes` (default 64 MiB) and `maxDepth` (default 1000). Larger bodies are for `@idvkit/analyzer`.
 * @throws {DeliveryError} with a `code`, and the `byte` or the `path` where it went wrong.
 * @see Specification, "Events"
 *
 * @example
 * const received = parseDelivery(new Uint8Array(await request.arrayBuffer()))
 * if (isSubmission(received)) store(received.application.slug, received.answers?.nid?.value)
 */
export function parseDelivery(body: Uint8Array | ArrayBuffer | string, limits?: JsonLimits): Delivery {
  const parsed = safeParseDelivery(body, limits);
  if (!parsed.success) throw parsed.error;
  return parsed.data;
}

/** Reads the body of a delivery as {@link parseDelivery} does, and returns the error rather than throw it. */
export function safeParseDelivery(body: Uint8Array | ArrayBuffer | string, limits?: JsonLimits): ParsedDelivery {
  const json = parseJson(body, limits);
  if (!json.ok) return { success: false, error: new DeliveryError(json.fault) };
  // zod copies what it accepts, which takes ten times as long. It is asked for what is wrong only.
  if (isDelivery(json.value)) return { success: true, data: json.value };
  const { error } = delivery.safeParse(json.value);
  const issues = (error?.issues ?? []).map(({ path, message }) => ({ path: path.map(pathKey), message }));
  return { success: false, error: new DeliveryError({ code: 'not-a-delivery', issues }) };
}

function pathKey(key: PropertyKey): PathKey {
  return typeof key === 'symbol' ? String(key) : key;
}
