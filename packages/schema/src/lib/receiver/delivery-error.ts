import type { JsonFault, JsonFaultCode, PathKey } from '@idvkit/json';

import { shownPath, type ReadingIssue } from '../reading/read-as.ts';

/** A difference between a delivery and the contract. */
export type DeliveryIssue = ReadingIssue;

/** Why a body cannot be read: the JSON is broken, it is not a delivery, or the caller passed something else than a body. */
export type DeliveryErrorCode = JsonFaultCode | 'not-a-delivery' | 'wrong-input';

/**
 * A body that cannot be read as a delivery. Neither the message nor the fields quote a value of it.
 *
 * - `too-large`: more than `maxBytes`. `not-utf-8`, `truncated`, `not-json`, `too-deep`: at `byte`, within `path`.
 * - `not-a-delivery`: JSON without a part that every delivery needs. `issues` starts with it.
 * - `wrong-input`: not a body, for example an object that a framework parsed already.
 */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError';
  readonly code: DeliveryErrorCode;
  /** Offset in the body, or the limit for `too-large`; undefined if the body is JSON. */
  readonly byte: number | undefined;
  readonly path: readonly PathKey[];
  readonly issues: readonly DeliveryIssue[];

  constructor(cause: DeliveryFault) {
    super(`Cannot read delivery: ${messageOf(cause)}`);
    this.code = cause.code;
    this.byte = 'byte' in cause ? cause.byte : undefined;
    this.issues = 'issues' in cause ? cause.issues : [];
    this.path = 'path' in cause ? cause.path : (this.issues[0]?.path ?? []);
  }
}

type DeliveryFault =
  | JsonFault
  | { readonly code: 'not-a-delivery'; readonly issues: readonly DeliveryIssue[] }
  | { readonly code: 'wrong-input'; readonly given: 'parsed' | 'raw' | 'nothing' };

const WRONG_INPUTS = {
  parsed: 'the body is an object that was parsed already. Pass the raw bytes or text, or call readDelivery(body).',
  raw: 'the body is raw bytes. Call parseDelivery(body).',
  nothing: 'there is no body. Pass the raw bytes or text of the request.',
} as const;

function messageOf(cause: DeliveryFault): string {
  switch (cause.code) {
    case 'too-large':
      return `it has more than ${cause.byte} bytes. Raise maxBytes, or sum it up with @idvkit/analyzer.`;
    case 'not-utf-8':
      return `byte ${cause.byte} is not UTF-8.`;
    case 'truncated':
      return `it ends at byte ${cause.byte}${within(cause.path)}, before its JSON does.`;
    case 'not-json':
      return `it is not JSON at byte ${cause.byte}${within(cause.path)}.`;
    case 'too-deep':
      return `it is nested too deep at byte ${cause.byte}${within(cause.path)}. Raise maxDepth.`;
    case 'wrong-input':
      return WRONG_INPUTS[cause.given];
    case 'not-a-delivery':
      return `${cause.issues[0]?.message ?? 'it is not a delivery'}.`;
  }
}

function within(path: readonly PathKey[]): string {
  return path.length === 0 ? '' : `, in ${shownPath(path)}`;
}
