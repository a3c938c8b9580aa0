import { STATUS_CODES } from 'node:http';

import type { FieldPrivacy } from '@idvkit/schema/privacy';

/** Reason phrases of HTTP: `error.message` is one. */
const REASON_PHRASES: ReadonlySet<string> = new Set(
  Object.values(STATUS_CODES).map((phrase) => phrase?.toLowerCase() ?? ''),
);
/** A timestamp, however a service writes it. */
const TIME = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?: ?(?:Z|[+-]\d\d:?\d\d|UTC|GMT))?)?$/i;
const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

/**
 * Checks if a text says nothing about anybody, by the field that holds it.
 *
 * @param isPublic Checks if a text is the name of a form of ours.
 */
export function isReadable(
  value: string,
  { class: kind, values = [] }: FieldPrivacy,
  isPublic: (text: string) => boolean,
): boolean {
  switch (kind) {
    case 'public':
      return isPublic(value);
    case 'enum':
      return value.length <= 40 && values.some((each) => isAlike(each, value));
    case 'time':
      return TIME.test(value);
    case 'count':
      return /^-?\d{1,6}(?:\.\d{1,6})?$/.test(value);
    case 'random':
      return UUID.test(value);
    case 'wording':
      return values.includes(value) || isReasonPhrase(value);
    default:
      return false;
  }
}

/** Checks if a text is a reason phrase, in any letter case, with or without a full stop. */
export function isReasonPhrase(text: string): boolean {
  return REASON_PHRASES.has(text.replace(/\.$/, '').toLowerCase());
}

/** Checks if two values are the same but for their letter case and what is between their words. */
function isAlike(one: string, other: string): boolean {
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[ _-]/g, '_');
  return plain(one) === plain(other);
}
