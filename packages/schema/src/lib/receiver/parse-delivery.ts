import { parseJson, withoutPrototypeKeys, type JsonLimits, type JsonPath } from '@idvkit/json';

import type { Delivery } from '../consumer/types.ts';
import { MAX_ISSUES, prototypeKeyAt, readAs, type ReadingIssue } from '../reading/read-as.ts';
import type { BodyShape } from '../reading/shape.ts';
import { delivery, lifecycleDelivery, submitFormDelivery } from '../reading/shapes.ts';
import { DeliveryError } from './delivery-error.ts';

/** A delivery with its differences from the contract, or the error that made it unreadable. */
export type ParsedDelivery =
  | {
      readonly success: true;
      readonly data: Delivery;
      /** Empty if the delivery is as the contract says; at most 100. */
      readonly issues: readonly ReadingIssue[];
      readonly error?: never;
    }
  | { readonly success: false; readonly data?: never; readonly issues?: never; readonly error: DeliveryError };

/**
 * Reads the body of a delivery. Call {@link verifyBearer} first.
 *
 * It reads every delivery that a receiver must accept: unknown event types, keys, status columns, answers and values of a list stay as they
 * are. A part of another type than documented is left out, so that the delivery has its type. {@link safeParseDelivery} reports both.
 *
 * The last of two equal keys counts. `__proto__`, and `constructor` with a `prototype`, are left out.
 *
 * @param body Raw body: bytes or text. For an object that is parsed already, call {@link readDelivery}.
 * @param limits `maxBytes` (default 64 MiB) and `maxDepth` (default 1000). For larger bodies, use `@idvkit/analyzer`.
 * @throws {DeliveryError} if the body is not JSON, has no `event.type`, or is of a known type without `application.slug`.
 * @see Specification, "Events"
 *
 * @example
 * const received = parseDelivery(new Uint8Array(await request.arrayBuffer()))
 * if (isSubmission(received)) store(received.application.slug, received.answers?.nid?.value)
 */
export function parseDelivery(body: Uint8Array | ArrayBuffer | string, limits?: JsonLimits): Delivery {
  return dataOf(safeParseDelivery(body, limits));
}

/** Reads the body of a delivery as {@link parseDelivery} does, and returns issues and errors. */
export function safeParseDelivery(body: Uint8Array | ArrayBuffer | string, limits?: JsonLimits): ParsedDelivery {
  const raw = rawBody(body);
  if (raw === undefined) {
    const given = typeof body === 'object' && body !== null ? 'parsed' : 'nothing';
    return { success: false, error: new DeliveryError({ code: 'wrong-input', given }) };
  }
  const json = parseJson(raw, limits);
  return json.ok ? readParsed(json.value, json.leftOut) : { success: false, error: new DeliveryError(json.fault) };
}

/**
 * Reads a delivery that a framework parsed already, such as `request.body` of Express, as {@link parseDelivery} does. It does not change
 * the object.
 *
 * @throws {DeliveryError} if the object has no `event.type`, or is of a known type without `application.slug`.
 * @see Specification, "Events"
 *
 * @example
 * app.post('/hook', express.json({ limit: '64mb' }), (request, response) => store(readDelivery(request.body)))
 */
export function readDelivery(body: unknown): Delivery {
  return dataOf(safeReadDelivery(body));
}

/** Reads a delivery as {@link readDelivery} does, and returns issues and errors. */
export function safeReadDelivery(body: unknown): ParsedDelivery {
  if (typeof body === 'object' && rawBody(body) !== undefined) {
    return { success: false, error: new DeliveryError({ code: 'wrong-input', given: 'raw' }) };
  }
  const { value, leftOut } = withoutPrototypeKeys(body);
  return readParsed(value, leftOut);
}

function readParsed(body: unknown, leftOut: readonly JsonPath[] = []): ParsedDelivery {
  const { shape, expects } = shapeFor(body);
  const { value, issues: ofShape, blocker } = readAs(shape, body, { expects });
  const issues = [...leftOut.map((path) => prototypeKeyAt(path)), ...ofShape].slice(0, MAX_ISSUES);
  if (blocker === undefined) return { success: true, data: value, issues };
  const others = issues.filter((issue) => issue !== blocker);
  return { success: false, error: new DeliveryError({ code: 'not-a-delivery', issues: [blocker, ...others] }) };
}

/** An event of a type that is not known may have any payload. */
function shapeFor(body: unknown): { readonly shape: BodyShape<Delivery>; readonly expects: boolean } {
  switch ((body as { readonly event?: { readonly type?: unknown } | null } | null | undefined)?.event?.type) {
    case 'submit_form':
      return { shape: submitFormDelivery, expects: true };
    case 'update_status':
    case 'drop_off':
      return { shape: lifecycleDelivery, expects: true };
    default:
      return { shape: delivery, expects: false };
  }
}

/** A body as bytes or text, of any realm. */
function rawBody(body: unknown): Uint8Array | string | undefined {
  if (typeof body === 'string' || body instanceof Uint8Array) return body;
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  const isBuffer = Object.prototype.toString.call(body) === '[object ArrayBuffer]';
  return isBuffer ? new Uint8Array(body as ArrayBuffer) : undefined;
}

function dataOf(parsed: ParsedDelivery): Delivery {
  if (!parsed.success) throw parsed.error;
  return parsed.data;
}
