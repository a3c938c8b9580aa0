import { at, edited, type JsonPath } from '@idvkit/json';

/** A place in a JSON document. */
export type Path = JsonPath;

/** Returns the value at a place; undefined where there is none. */
export function valueAt(document: unknown, path: Path): unknown {
  return at(document, ...path);
}

/** Returns a copy of a document with another value at a place. */
export function withValue(document: unknown, path: Path, value: unknown): unknown {
  return edited(document, path, () => value);
}

/** Returns a copy of a document without the value at a place. */
export function without(document: unknown, path: Path): unknown {
  return edited(document, path, () => undefined);
}
