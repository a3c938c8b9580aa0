import type { JsonPath } from './scan/json-scanner.ts';

/** An object of a JSON document. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Checks whether a value is an object of JSON: neither null, nor an array, nor an object of a class. */
export function isObject(value: unknown): value is JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // `Object.prototype` has none; that of another realm is another object.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Returns the value at a path; `undefined` if the path ends early. Keys such as `__proto__` are keys like any other. */
export function at(value: unknown, ...path: JsonPath): unknown {
  let here = value;
  for (const step of path) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, step)) return undefined;
    here = (here as Record<string | number, unknown>)[step]; // It has the key.
  }
  return here;
}

/** Returns the object at a path; `undefined` if there is none. */
export function objectAt(value: unknown, ...path: JsonPath): JsonObject | undefined {
  const found = at(value, ...path);
  return isObject(found) ? found : undefined;
}

/** Returns the array at a path; `undefined` if there is none. */
export function arrayAt(value: unknown, ...path: JsonPath): readonly unknown[] | undefined {
  const found = at(value, ...path);
  return Array.isArray(found) ? found : undefined;
}

/** Returns the string at a path; `undefined` if there is none. */
export function stringAt(value: unknown, ...path: JsonPath): string | undefined {
  const found = at(value, ...path);
  return typeof found === 'string' ? found : undefined;
}

/** Returns the finite number at a path; `undefined` if there is none. */
export function numberAt(value: unknown, ...path: JsonPath): number | undefined {
  const found = at(value, ...path);
  return typeof found === 'number' && Number.isFinite(found) ? found : undefined;
}
