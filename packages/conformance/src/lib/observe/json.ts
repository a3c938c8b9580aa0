/** An object of a JSON document, of which nothing is known yet. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Where something is in a JSON document: keys and indices from its root. */
export type JsonPath = readonly (string | number)[];

/** Tells whether a JSON value is an object: neither null nor an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Tells whether a JSON value is a string, a number or a boolean. */
export function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** Tells whether `object` holds `key` itself; keys such as `__proto__` are keys like any other. */
export function has(object: JsonObject, key: string): boolean {
  return Object.hasOwn(object, key);
}

/** Follows `path` into `value`. Gives undefined where the way ends early: nothing on it needs to be what was expected. */
export function at(value: unknown, ...path: JsonPath): unknown {
  let here = value;
  for (const step of path) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, step)) return undefined;
    // A JSON value that is an object or array may be read by any key it holds.
    here = (here as Record<string | number, unknown>)[step];
  }
  return here;
}

/** Like {@link at}, where the value is an object; undefined otherwise. */
export function objectAt(value: unknown, ...path: JsonPath): JsonObject | undefined {
  const found = at(value, ...path);
  return isObject(found) ? found : undefined;
}

/** Like {@link at}, where the value is an array; undefined otherwise. */
export function arrayAt(value: unknown, ...path: JsonPath): readonly unknown[] | undefined {
  const found = at(value, ...path);
  return Array.isArray(found) ? found : undefined;
}

/** Like {@link at}, where the value is a string; undefined otherwise. */
export function stringAt(value: unknown, ...path: JsonPath): string | undefined {
  const found = at(value, ...path);
  return typeof found === 'string' ? found : undefined;
}

/** Says what kind of value stands where another was expected, without saying the value. */
export function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** Longest text that a finding quotes. */
const QUOTED_LIMIT = 200;

/** A value as a finding quotes it: a scalar as it is, a long text cut off, anything bigger by its kind alone. */
export function quoted(value: unknown): unknown {
  if (typeof value === 'string') return value.length > QUOTED_LIMIT ? `${value.slice(0, QUOTED_LIMIT)}…` : value;
  return typeof value === 'number' || typeof value === 'boolean' ? value : kindOf(value);
}
