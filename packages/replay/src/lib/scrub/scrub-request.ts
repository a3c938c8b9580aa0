import type { Captured } from '@idvkit/schema/formats';

import type { Subject } from './subject.ts';
import { TextScrubber } from './text.ts';

/** Headers whose values say nothing about an applicant. Of all others the values are replaced. */
const PLAIN_HEADERS: ReadonlySet<string> = new Set(
  `
  accept accept-charset accept-encoding accept-language cache-control connection content-encoding content-language content-length
  content-type date expect host keep-alive max-forwards pragma te trailer transfer-encoding upgrade user-agent via
  `
    .trim()
    .split(/\s+/),
);
const REDACTED = '[redacted]';

/** What a scrubbed body changes about the request that carried it. */
export interface ScrubbedLength {
  readonly before: number;
  readonly after: number;
}

/**
 * Replaces what a request says about an applicant beside its body: the slug and other known values in its path, values of
 * its query, and values of headers that are not known to be harmless. `Content-Length` follows the body.
 */
export function scrubRequest(
  { path, headers }: Pick<Captured, 'path' | 'headers'>,
  subject: Subject,
  { before, after }: ScrubbedLength,
): Pick<Captured, 'path' | 'headers'> {
  const scrubber = new TextScrubber(subject);
  const [route = '', ...query] = path.split('?');
  const scrubbedQuery = query
    .join('?')
    .split('&')
    .map((parameter) => {
      const [name = '', ...value] = parameter.split('=');
      const text = value.join('=');
      return value.length === 0 || text === REDACTED
        ? withoutKnown(parameter, subject)
        : `${withoutKnown(name, subject)}=${percentScrubbed(text, scrubber)}`;
    })
    .join('&');
  return {
    path: `${withoutKnown(route, subject)}${query.length === 0 ? '' : `?${scrubbedQuery}`}`,
    headers: headers.map(([name, value]): [string, string] => {
      const lower = name.toLowerCase();
      if (lower === 'content-length' && value.trim() === String(before)) return [name, String(after)];
      if (PLAIN_HEADERS.has(lower)) return [name, withoutKnown(value, subject)];
      return [name, value === REDACTED ? value : headerScrubbed(value, scrubber)];
    }),
  };
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
