import { readAt, replaceAt } from '@idvkit/json';

import type { Edit } from './breach.ts';

type Change = (value: unknown) => unknown;

/** Changes a text; anything else stays as it is. */
export function text(change: (text: string) => unknown): Change {
  return (value) => (typeof value === 'string' ? change(value) : value);
}

/** Changes a number; anything else stays as it is. */
export function number(change: (number: number) => unknown): Change {
  return (value) => (typeof value === 'number' ? change(value) : value);
}

/** Writes a number or a truth value as text; objects and lists stay as they are. */
export const asText: Change = (value) =>
  typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;

/** Changes a list; anything else stays as it is. */
export function list(change: (list: readonly unknown[]) => readonly unknown[]): Change {
  return (value) => (Array.isArray(value) ? change(value) : value);
}

/** Changes one value into another; any other value stays as it is. */
export function from(old: unknown, wrong: unknown): Change {
  return (value) => (value === old ? wrong : value);
}

/** Replaces the last digit of a text by the next one. */
export const miscounted = text((digits) => digits.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10)));

/** Keeps only the date of a date-time. */
export const dayOnly = text((at) => at.slice(0, 10));

/** Writes a date day first. */
export const dayFirst = text((date) => date.split('-').toReversed().join('/'));

/** Keeps only the path of a URL, and what follows it. */
export const withoutOrigin = text((url) => url.replace(/^https?:\/\/[^/]+/, ''));

/** Moves a date-time of the service; what is not one stays as it is. */
export function moved(bySeconds: number): Change {
  return text((at) => {
    // A date without a time is not one either.
    const ms = at.includes('T') ? Date.parse(at) : Number.NaN;
    return Number.isNaN(ms) ? at : `${new Date(ms + bySeconds * 1_000).toISOString().slice(0, 19)}+00:00`;
  });
}

/** Changes a member of the last object of a list; `change` also gets that member of the object before it. */
export function inLast(key: string, change: (value: unknown, before: unknown) => unknown): Change {
  return list((items) =>
    replaceAt(items, `${items.length - 1}.${key}`, (value) =>
      change(value, readAt(items, `${items.length - 2}.${key}`)),
    ),
  );
}

/** Restricts an edit to submissions with a passport. */
export function onPassports(edit: Edit): Edit {
  return { ...edit, when: isOfPassport };
}

/** Checks whether a payload is about a submission with a passport. */
export function isOfPassport(body: unknown): boolean {
  return readAt(body, 'answers.ekyc_document_type.value') === 'passport';
}

/** Checks whether a payload is about an application that was submitted. */
export function isSubmitted(body: unknown): boolean {
  return typeof readAt(body, 'application.submitted_at') === 'string';
}

/** Checks whether a payload is about an application that is open. */
export function isOpen(body: unknown): boolean {
  return readAt(body, 'application.status') === 'incomplete';
}

/** Checks whether a payload is about an application that is complete. */
export function isComplete(body: unknown): boolean {
  return readAt(body, 'application.status') === 'complete';
}

/** Checks whether a payload has a face comparison. */
export function isCompared(body: unknown): boolean {
  return readAt(body, 'extra.ekyc.face_compare') !== undefined;
}
