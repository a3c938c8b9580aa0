import { PLATFORM_LOCALES } from '@idvkit/schema';

import { strictText } from './strict-text.ts';

/** What stands in an address for what is masked; a text that needs no encoding there. */
const MASKED_PART = 'masked';

/** Segments of the interface's own paths. */
const KNOWN_SEGMENTS: ReadonlySet<string> = new Set([
  '',
  'api',
  'forms',
  'create',
  'applied-forms',
  'result',
  'info',
  'submit',
  'hook-submit',
  'ekyc',
  'image',
  'form',
  'apply',
  ...PLATFORM_LOCALES,
]);

/** After these comes a slug, whatever it looks like. */
const SLUG_FOLLOWS: ReadonlySet<string> = new Set(['applied-forms', 'ekyc']);

/** What an address is masked with. */
export interface UrlMasking {
  /** Writes a slug so that it can be told from others. */
  readonly slug: (slug: string) => string;
  readonly isSlug: (text: string) => boolean;
  /** Segments that are no secret: slugs of forms. */
  readonly isPublic: (segment: string) => boolean;
}

/**
 * Masks an address, absolute or not: the host, the known segments and the names of forms stay, slugs become fingerprints
 * (`slug-3f9a`, as `#` has a meaning of its own there), `exp` stays; every other segment and parameter is masked.
 */
export function maskUrl(url: string, masking: UrlMasking): string {
  const [, origin = '', path = '', query, fragment] =
    /^([a-z][a-z\d+.-]*:\/\/[^/?#]*)?([^?#]*)(?:\?([^#]*))?(#.*)?$/isu.exec(url) ?? [undefined, undefined, MASKED_PART];
  return [
    origin.replace(/\/\/.*@/s, `//${MASKED_PART}@`),
    maskPath(path, masking),
    query === undefined ? '' : `?${maskQuery(query)}`,
    fragment === undefined ? '' : `#${MASKED_PART}`,
  ].join('');
}

function maskPath(path: string, masking: UrlMasking): string {
  const segments = path.split('/');
  return segments
    .map((segment, index) => {
      const plain = decoded(segment);
      if (segment !== '' && SLUG_FOLLOWS.has(segments[index - 1] ?? '') && segments[index - 2] !== undefined) {
        return inUrl(masking.slug(plain));
      }
      if (masking.isSlug(plain)) return inUrl(masking.slug(plain));
      return KNOWN_SEGMENTS.has(segment) || masking.isPublic(plain) ? segment : MASKED_PART;
    })
    .join('/');
}

function maskQuery(query: string): string {
  return query
    .split('&')
    .map((pair) => {
      const [name = '', value] = pair.split(/=(.*)/s, 2);
      const shown = name === 'q' || name === 'exp' || strictText(name) === name ? name : MASKED_PART;
      if (value === undefined) return shown;
      return `${shown}=${name === 'exp' && /^\d{1,11}$/.test(value) ? value : MASKED_PART}`;
    })
    .join('&');
}

function inUrl(fingerprint: string): string {
  return fingerprint.replace('#', '-');
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
