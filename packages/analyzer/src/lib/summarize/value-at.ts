/** Reads a value by the keys and indices that lead to it; `undefined` where there is none. */
export function valueAt(value: unknown, ...steps: readonly (string | number)[]): unknown {
  let at = value;
  for (const step of steps) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined;
    at = (at as Record<string | number, unknown>)[step]; // It has the key.
  }
  return at;
}

export function textAt(value: unknown, ...steps: readonly (string | number)[]): string | undefined {
  const found = valueAt(value, ...steps);
  return typeof found === 'string' ? found : undefined;
}

/** A number that JSON can hold. */
export function numberAt(value: unknown, ...steps: readonly (string | number)[]): number | undefined {
  const found = valueAt(value, ...steps);
  return typeof found === 'number' && Number.isFinite(found) ? found : undefined;
}

export function integerAt(value: unknown, ...steps: readonly (string | number)[]): number | undefined {
  const found = numberAt(value, ...steps);
  return Number.isSafeInteger(found) ? found : undefined;
}

export function elementsAt(value: unknown, ...steps: readonly (string | number)[]): readonly unknown[] {
  const found = valueAt(value, ...steps);
  return Array.isArray(found) ? (found as unknown[]) : [];
}

/** Members of an object; none of anything else. */
export function membersAt(value: unknown, ...steps: readonly (string | number)[]): readonly [string, unknown][] {
  const found = valueAt(value, ...steps);
  return typeof found === 'object' && found !== null && !Array.isArray(found) ? Object.entries(found) : [];
}
