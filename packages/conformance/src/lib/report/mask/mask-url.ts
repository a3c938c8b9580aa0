import { PLATFORM_LOCALES } from '@idvkit/schema';

import { decoded } from '../../judge/expectation/recognise-request.ts';
import type { Knowledge } from './knowledge.ts';

/** Replacement in addresses; needs no encoding there. */
const MASKED_PART = 'masked';

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

/** Segments followed by a slug. */
const SLUG_FOLLOWS: ReadonlySet<string> = new Set(['applied-forms', 'ekyc']);

const SCHEMES: ReadonlySet<string> = new Set(['http://', 'https://', 'ws://', 'wss://', 'ftp://', 'file://']);
const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/;

export type UrlKnowledge = Pick<Knowledge, 'fingerprint' | 'isSlug' | 'isSegment' | 'isHost'>;

/** Masks an address: known hosts, segments and forms stay, slugs become fingerprints (`slug-3f9a`). */
export function maskUrl(url: string, known: UrlKnowledge): string {
  const [, origin = '', path = '', query, fragment] =
    /^([a-z][a-z\d+.-]{0,31}:\/\/[^/?#]*)?([^?#]*)(?:\?([^#]*))?(#.*)?$/isu.exec(url) ?? [
      undefined,
      undefined,
      MASKED_PART,
    ];
  return [
    maskOrigin(origin, known),
    maskPath(path, known),
    query === undefined ? '' : `?${maskQuery(query)}`,
    fragment === undefined ? '' : `#${MASKED_PART}`,
  ].join('');
}

/** Masks user, password and unknown hosts, except loopback. */
function maskOrigin(origin: string, known: UrlKnowledge): string {
  const [, scheme = '', user = '', host = ''] = /^([^/]*\/\/)(.*@)?(.*)$/s.exec(origin) ?? [];
  if (scheme === '') return '';
  const isShown = known.isHost(host) || host === '' || LOOPBACK.test(host);
  return `${SCHEMES.has(scheme.toLowerCase()) ? scheme : `${MASKED_PART}://`}${user === '' ? '' : `${MASKED_PART}@`}${isShown ? host : MASKED_PART}`;
}

function maskPath(path: string, known: UrlKnowledge): string {
  const segments = path.split('/');
  return segments
    .map((segment, index) => {
      const plain = decoded(segment);
      if (segment !== '' && SLUG_FOLLOWS.has(segments[index - 1] ?? '') && segments[index - 2] !== undefined) {
        return inUrl(known.fingerprint(plain));
      }
      if (known.isSlug(plain)) return inUrl(known.fingerprint(plain));
      return KNOWN_SEGMENTS.has(segment) || known.isSegment(plain) ? segment : MASKED_PART;
    })
    .join('/');
}

function maskQuery(query: string): string {
  return query
    .split('&')
    .map((pair) => {
      const [name = '', value] = pair.split(/=(.*)/s, 2);
      const shown = name === 'q' || name === 'exp' ? name : MASKED_PART;
      if (value === undefined) return shown;
      return `${shown}=${value === '' || (name === 'exp' && /^\d{1,11}$/.test(value)) ? value : MASKED_PART}`;
    })
    .join('&');
}

function inUrl(fingerprint: string): string {
  return fingerprint.replace('#', '-');
}
