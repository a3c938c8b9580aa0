import type { JsonObject } from '@idvkit/json';

/** Tells whether a JSON value is a string, a number or a boolean. */
export function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** Tells whether `object` holds `key` itself; keys such as `__proto__` are keys like any other. */
export function has(object: JsonObject, key: string): boolean {
  return Object.hasOwn(object, key);
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
