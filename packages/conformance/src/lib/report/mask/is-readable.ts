import { STATUS_CODES } from 'node:http';

import { fitsPrivacy, isOneOf, type FieldPrivacy } from '@idvkit/schema/privacy';

/** Reason phrases of HTTP: `error.message` is one. */
const REASON_PHRASES: ReadonlySet<string> = new Set(
  Object.values(STATUS_CODES).map((phrase) => phrase?.toLowerCase() ?? ''),
);

/** Checks if a text may be shown, by its field: only documented values, and names of our own forms (`isPublic`). */
export function isReadable(value: string, privacy: FieldPrivacy, isPublic: (text: string) => boolean): boolean {
  const { class: kind, values = [] } = privacy;
  switch (kind) {
    case 'public':
      return isOneOf(value, values) || isPublic(value);
    case 'term':
      return isOneOf(value, values);
    case 'trait':
    case 'flag':
      return false;
    case 'wording':
      return fitsPrivacy(value, privacy) || isReasonPhrase(value);
    default:
      return fitsPrivacy(value, privacy);
  }
}

export function isReasonPhrase(text: string): boolean {
  return REASON_PHRASES.has(text.replace(/\.$/, '').toLowerCase());
}
