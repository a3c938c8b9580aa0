import { pipeline, type Duplex } from 'node:stream';

import { findCoding, type ContentCoding } from '@idvkit/archive/coding';

/** How a body was encoded for its way; `undefined` where it was not, or in a way, or several, that nobody here knows. */
export function codingOf(headers: readonly (readonly [string, string])[]): ContentCoding | undefined {
  const [, value = ''] = headers.find(([name]) => name.toLowerCase() === 'content-encoding') ?? [];
  return findCoding(value.trim().toLowerCase());
}

/** Passes a body through a coder. */
export function coded(body: AsyncIterable<Uint8Array>, coder: Duplex): AsyncIterable<Uint8Array> {
  // Its error reaches whoever reads.
  pipeline(body, coder, () => {});
  return coder as AsyncIterable<Uint8Array>;
}
