import type { JsonObject } from '@idvkit/json';

export function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** Checks for an own key, such as `__proto__`. */
export function has(object: JsonObject, key: string): boolean {
  return Object.hasOwn(object, key);
}

export function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

const QUOTED_LIMIT = 200;

/** Returns a value for a finding: scalars as they are, long texts cut, anything else by kind. */
export function quoted(value: unknown): unknown {
  if (typeof value === 'string') return value.length > QUOTED_LIMIT ? `${value.slice(0, QUOTED_LIMIT)}…` : value;
  return typeof value === 'number' || typeof value === 'boolean' ? value : kindOf(value);
}

/** Drops undefined members: optional members must be absent. */
export function defined<Value extends object>(value: Value): { [Key in keyof Value]: Exclude<Value[Key], undefined> } {
  // No undefined member is left; the type cannot say that keys may be absent.
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as {
    [Key in keyof Value]: Exclude<Value[Key], undefined>;
  };
}
