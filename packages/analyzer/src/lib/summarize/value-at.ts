import { arrayAt, numberAt, objectAt, type JsonPath } from '@idvkit/json';

/** Returns the integer at a path; `undefined` if there is none. */
export function integerAt(value: unknown, ...path: JsonPath): number | undefined {
  const found = numberAt(value, ...path);
  return Number.isSafeInteger(found) ? found : undefined;
}

/** Returns the elements of the array at a path; none of anything else. */
export function elementsAt(value: unknown, ...path: JsonPath): readonly unknown[] {
  return arrayAt(value, ...path) ?? [];
}

/** Returns the members of the object at a path; none of anything else. */
export function membersAt(value: unknown, ...path: JsonPath): readonly [string, unknown][] {
  return Object.entries(objectAt(value, ...path) ?? {});
}
