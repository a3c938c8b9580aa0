import { isObject, type JsonPath } from '../../observe/json.ts';

/**
 * Copies a JSON document with one place of it made anew; everything beside the way to that place is shared.
 *
 * @param make Gets what stands there, or undefined; what it gives takes the place, and undefined removes it.
 * @returns The document as it is where the way to the place ends early.
 */
export function edited(document: unknown, path: JsonPath, make: (old: unknown) => unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return make(document);
  if (Array.isArray(document) && typeof key === 'number') {
    const items: readonly unknown[] = document;
    if (rest.length > 0 && !(key in items)) return document;
    const item = edited(items[key], rest, make);
    return item === undefined ? items.toSpliced(key, 1) : [...items.slice(0, key), item, ...items.slice(key + 1)];
  }
  if (!isObject(document) || typeof key !== 'string') return document;
  if (rest.length > 0 && !Object.hasOwn(document, key)) return document;
  const member = edited(document[key], rest, make);
  const others = Object.entries(document).filter(([name]) => name !== key || member !== undefined);
  return Object.fromEntries(
    Object.hasOwn(document, key)
      ? others.map(([name, value]) => [name, name === key ? member : value])
      : [...others, ...(member === undefined ? [] : [[key, member]])],
  );
}
