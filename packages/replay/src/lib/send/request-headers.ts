import type { HeaderField } from '@idvkit/delivery';
import type { Captured } from '@idvkit/schema/formats';

import { isOfTheConnection, withoutConnection } from './connection-headers.ts';

/** A header instead of the recorded one; null removes it. */
export type HeaderOverride = readonly [name: string, value: string | null];

/**
 * Reads `Name: value`, or `Name:` to remove a header.
 * @throws {RangeError} if it is not a header, or one that has a secret or belongs to the connection.
 */
export function parseHeaderOverride(text: string): HeaderOverride {
  const [, name, value = ''] =
    /^([!#$%&'*+.^_`|~\w-]+):[\t ]*(?![\t ])([\t\u0020-\u007E\u0080-\u00FF]*)$/.exec(text) ?? [];
  if (name === undefined) throw new RangeError('A header is given as "Name: value"');
  const lower = name.toLowerCase();
  if (lower === 'authorization' && value !== '') {
    throw new RangeError('The bearer comes from IDV_WEBHOOK_SECRET, not from an argument that every process can read');
  }
  if (isOfTheConnection(name)) throw new RangeError(`"${name}" is made by the connection`);
  return [name, value === '' ? null : value];
}

/**
 * Returns the headers of a capture for sending: without those of the connection, the bearer and redacted ones.
 * @param bytes Length of the body that is sent; undefined if it is not known before, so that it goes in chunks.
 */
export function requestHeaders(
  { headers, fidelity = 'wire' }: Pick<Captured, 'headers' | 'fidelity'>,
  { bytes, overrides }: { readonly bytes: number | undefined; readonly overrides: readonly HeaderOverride[] },
): readonly HeaderField[] {
  const replaced = new Set(overrides.map(([name]) => name.toLowerCase()));
  const isChunked = headers.some(([name]) => name.toLowerCase() === 'transfer-encoding');
  const kept = withoutConnection(headers).filter(([name, value]) => {
    const lower = name.toLowerCase();
    const isLeftOut = lower === 'authorization' || (lower === 'content-encoding' && fidelity !== 'wire');
    return !isLeftOut && !replaced.has(lower) && value !== '[redacted]';
  });
  const given = overrides.flatMap(([name, value]): HeaderField[] => (value === null ? [] : [[name, value]]));
  return [...kept, ...given, ...(isChunked || bytes === undefined ? [] : [['content-length', String(bytes)] as const])];
}
