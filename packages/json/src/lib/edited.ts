import { isObject } from './at.ts';

/** Stands for every element of an array, or every member of an object. */
export const EACH: unique symbol = Symbol('each');

/** Keys and indices from the root; {@link EACH} for all of one level. */
export type EditPath = readonly (string | number | typeof EACH)[];

/**
 * Returns a copy of a document with other values at a path; everything beside the way there is shared.
 *
 * @param make Is called with the old value, or `undefined`. Its result takes the place; `undefined` removes the value.
 * @returns The document itself if the path ends early or nothing changes. Only the last key may be new, and only in an
 *   object.
 *
 * @example
 * edited(delivery, ['extra', 'ekyc', 'liveness', 'attempts', EACH, 'message'], () => 'blurred')
 */
export function edited(document: unknown, path: EditPath, make: (old: unknown) => unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return make(document);
  const isChosen = (key: string | number): boolean => step === EACH || String(step) === String(key);
  if (Array.isArray(document)) {
    const items = document.flatMap((item: unknown, index) => {
      if (!isChosen(index)) return [item];
      const made = edited(item, rest, make);
      return made === undefined ? [] : [made];
    });
    return areSame(items, document) ? document : items;
  }
  if (!isObject(document)) return document;
  const isNew = typeof step !== 'symbol' && !Object.hasOwn(document, step);
  if (isNew && rest.length > 0) return document;
  const members = Object.entries(document);
  if (isNew) members.push([String(step), undefined]);
  const made = members.flatMap(([key, value]): [string, unknown][] => {
    if (!isChosen(key)) return [[key, value]];
    const member = edited(value, rest, make);
    return member === undefined ? [] : [[key, member]];
  });
  return areSame(made.map(valueOf), Object.values(document)) ? document : Object.fromEntries(made);
}

function valueOf([, value]: readonly [string, unknown]): unknown {
  return value;
}

function areSame(made: readonly unknown[], old: readonly unknown[]): boolean {
  return made.length === old.length && made.every((value, index) => value === old[index]);
}
