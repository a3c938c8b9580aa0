import type { SpanEdit } from '@idvkit/json/splice';

import type { BodySpan } from './body-spans.ts';

/**
 * Moves the `exp` of a signed image URL and leaves all else of it: host, path, token.
 *
 * @param span The URL as a JSON string; `&`, `?` and `=` may be escaped.
 * @param expSeconds Unix time.
 * @see Specification, "Signed image URL"
 */
export function moveExpiry(span: BodySpan, expSeconds: number): SpanEdit | undefined {
  const found = /(?:[?&]|\\u00(?:26|3f))exp(?:=|\\u003d)(\d+)/i.exec(span.head.toString('latin1'));
  const digits = found?.[1];
  if (!found || digits === undefined) return undefined;
  const start = span.start + found.index + found[0].length - digits.length;
  return { start, end: start + digits.length, bytes: Buffer.from(String(expSeconds)) };
}
