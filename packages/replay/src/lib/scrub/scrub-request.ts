import type { Captured } from '@idvkit/schema/formats';

import { isPlainName } from './plain-names.ts';
import type { Subject } from './subject.ts';
import { TextScrubber } from './text.ts';

/** Headers whose values say nothing about an applicant, in lower case. Of all others the values are replaced. */
export const PLAIN_HEADERS: ReadonlySet<string> = new Set(
  `
  accept accept-charset accept-encoding accept-language cache-control connection content-encoding content-language content-length
  content-type date expect host keep-alive max-forwards pragma te trailer transfer-encoding upgrade user-agent via
  `
    .trim()
    .split(/\s+/),
);
/** What stands for a secret that was not kept. */
export const REDACTED = '[redacted]';

/** What a scrubbed body changes about the request that carried it. */
export interface ScrubbedLength {
  readonly before: number;
  readonly after: number;
}

/**
 * Replaces what a request says about an applicant beside its body: segments of its path and names of its query that are not made of
 * the words of routes and fields, values of its query, and values of headers that are not known to be harmless.
 * `Content-Length` follows the body.
 */
export function scrubRequest(
  { path, headers }: Pick<Captured, 'path' | 'headers'>,
  subject: Subject,
  { before, after }: ScrubbedLength,
): Pick<Captured, 'path' | 'headers'> {
  const scrubber = new TextScrubber(subject);
  return {
    path: scrubbedRoute(path, subject),
    headers: headers.map(([name, value]): [string, string] => {
      const lower = name.toLowerCase();
      if (lower === 'content-length' && value.trim() === String(before)) return [name, String(after)];
      if (PLAIN_HEADERS.has(lower)) return [name, withoutKnown(value, subject)];
      return [name, value === REDACTED ? value : headerScrubbed(value, scrubber)];
    }),
  };
}

/** Replaces what an address says about an applicant: its path and query. Scheme, host and port stay; they are the receiver's. */
export function scrubTarget(target: string, subject: Subject): string {
  const [, origin = '', route = target] = /^([a-z][a-z\d+.-]*:\/\/[^/?#]*)(.*)$/is.exec(target) ?? [];
  return `${withoutKnown(origin, subject)}${scrubbedRoute(route, subject)}`;
}

function scrubbedRoute(route: string, subject: Subject): string {
  const scrubber = new TextScrubber(subject);
  const namedOrScrubbed = (name: string): string =>
    name === '' || (isPlainName(name) && !subject.isIn(name)) ? name : percentScrubbed(name, scrubber);
  const [path = '', ...query] = route.split('?');
  const segments = path.split('/').map((segment) => namedOrScrubbed(segment));
  if (query.length === 0) return segments.join('/');
  const parameters = query.join('?').split('&');
  const scrubbed = parameters.map((parameter) => {
    const [name = '', ...value] = parameter.split('=');
    const text = value.join('=');
    const kept = namedOrScrubbed(name);
    if (value.length === 0) return kept;
    return `${kept}=${text === REDACTED ? text : percentScrubbed(text, scrubber)}`;
  });
  return `${segments.join('/')}?${scrubbed.join('&')}`;
}

/** Replaces the values that are known of an applicant, whatever else stands around them. */
export function withoutKnown(text: string, subject: Subject): string {
  let result = text;
  for (const [literal, replacement] of subject.literals) {
    result = result
      .replaceAll(literal, replacement)
      .replaceAll(encodeURIComponent(literal), encodeURIComponent(replacement));
  }
  return result;
}

function percentScrubbed(text: string, scrubber: TextScrubber): string {
  try {
    return encodeURIComponent(scrubber.text(decodeURIComponent(text.replaceAll('+', ' '))));
  } catch {
    return scrubber.text(text);
  }
}

/** Header values travel as Latin-1, in which words of other scripts stand as UTF-8. */
function headerScrubbed(value: string, scrubber: TextScrubber): string {
  if (/[^\0-\u00FF]/.test(value) || !/[^\0-\u007F]/.test(value)) return scrubber.text(value);
  const bytes = Buffer.from(value, 'latin1');
  const text = bytes.toString('utf8');
  if (text.includes('\uFFFD')) return scrubber.text(value);
  return Buffer.from(scrubber.text(text)).toString('latin1');
}
