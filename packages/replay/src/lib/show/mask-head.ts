import type { Captured } from '@idvkit/schema/formats';

import { replaceHeaderItems, replaceRouteParts } from '../scrub/plain-head.ts';

/** A text that is shown, or what stands for it where it may be personal or secret. */
export interface MaskedText {
  readonly text: string;
  readonly masked: boolean;
}

/** Masks the items of a header's value that may be about a person. */
export function maskHeader(name: string, value: string): MaskedText {
  return compared(value, replaceHeaderItems(name, value, lengthOf));
}

/** Masks segments of a path and names in its query that routes are not made of, and values in its query. */
export function maskRoute(route: string): MaskedText {
  return compared(route, replaceRouteParts(route, lengthOf));
}

/** Masks the path and query of an address: scheme, host and port are the receiver's. */
export function maskTarget(target: string): MaskedText {
  const [, origin = '', route = target] = /^(https?:\/\/[^/?#]*)(.*)$/is.exec(target) ?? [];
  return compared(target, origin + replaceRouteParts(route, lengthOf));
}

/** Masks the path, query and header values of a capture. */
export function maskRequest(captured: Captured): Captured {
  const headers = captured.headers.map(([name, value]): [string, string] => [name, maskHeader(name, value).text]);
  return { ...captured, path: maskRoute(captured.path).text, headers };
}

function compared(original: string, text: string): MaskedText {
  return { text, masked: text !== original };
}

export function lengthOf(text: string): string {
  const { length } = text;
  return `‹${length} character${length === 1 ? '' : 's'}›`;
}
