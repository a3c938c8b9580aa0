import type { JsonFault, JsonFaultCode, PathKey } from '@idvkit/json';

/** Something in a delivery that a client cannot do with. */
export interface DeliveryIssue {
  readonly path: readonly PathKey[];
  readonly message: string;
}

/** What is wrong with a body: it is not JSON, or not a delivery. */
export type DeliveryErrorCode = JsonFaultCode | 'not-a-delivery';

/**
 * A body that cannot be read as a delivery. Neither the message nor the fields quote a value of it.
 *
 * - `too-large`: more than `maxBytes`. `not-utf-8`, `truncated`, `not-json`, `too-deep`: at `byte`, within `path`.
 * - `not-a-delivery`: JSON whose `issues` say what is missing; `path` is that of the first.
 */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError';
  readonly code: DeliveryErrorCode;
  /** Offset in the body; of `too-large`, the limit; undefined where the body is JSON. */
  readonly byte: number | undefined;
  readonly path: readonly PathKey[];
  readonly issues: readonly DeliveryIssue[];

  constructor(cause: JsonFault | { readonly code: 'not-a-delivery'; readonly issues: readonly DeliveryIssue[] }) {
    super(`Cannot read delivery: ${messageOf(cause)}`);
    this.code = cause.code;
    this.byte = 'byte' in cause ? cause.byte : undefined;
    this.issues = 'issues' in cause ? cause.issues : [];
    this.path = 'path' in cause ? cause.path : (this.issues[0]?.path ?? []);
  }
}

function messageOf(cause: ConstructorParameters<typeof DeliveryError>[0]): string {
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
    case 'not-a-delivery': {
      const [first, ...others] = cause.issues;
      const more = others.length > 0 ? ` (${others.length} more)` : '';
      return first === undefined ? 'it is no delivery.' : `${shown(first.path)}: ${first.message}${more}.`;
    }
  }
}

function within(path: readonly PathKey[]): string {
  return path.length === 0 ? '' : `, in ${shown(path)}`;
}

/** The way to a place, of a deep one the beginning only. */
function shown(path: readonly PathKey[]): string {
  const keys = path.slice(0, 6).map((key) => (String(key).length > 40 ? `${String(key).slice(0, 40)}…` : String(key)));
  return path.length === 0 ? 'the body' : `${keys.join('.')}${path.length > keys.length ? '…' : ''}`;
}
