import type { JsonPath, PathKey } from './scan/json-scanner.ts';

export interface WithoutPrototypeKeys {
  /** The value itself if nothing was left out, otherwise a copy. */
  readonly value: unknown;
  /** Paths of the keys that were left out, at most 100. */
  readonly leftOut: readonly JsonPath[];
}

const MAX_PATHS = 100;

/** A container to copy, its copy, and where it is. */
interface Copying {
  readonly source: object;
  readonly copy: unknown[] | Record<string, unknown>;
  readonly key?: PathKey;
  readonly parent?: Copying;
}

/**
 * Leaves out keys of a JSON value that would reach the prototype of whatever the value is copied into: `__proto__`, and `constructor`
 * with a `prototype`. Works without recursion, and does not change the value.
 */
export function withoutPrototypeKeys(value: unknown): WithoutPrototypeKeys {
  if (!isContainer(value) || !reachesPrototype(value)) return { value, leftOut: [] };
  const root: Copying = { source: value, copy: emptyCopy(value) };
  const leftOut: JsonPath[] = [];
  for (const waiting = [root]; ;) {
    const parent = waiting.pop();
    if (parent === undefined) return { value: root.copy, leftOut };
    for (const [name, member] of Object.entries(parent.source) as [string, unknown][]) {
      const key = Array.isArray(parent.source) ? Number(name) : name;
      if (isPrototypeKey(name, member)) {
        if (leftOut.length < MAX_PATHS) leftOut.push([...pathOf(parent), key]);
        continue;
      }
      const child = isContainer(member) ? { source: member, copy: emptyCopy(member), key, parent } : undefined;
      (parent.copy as Record<PathKey, unknown>)[key] = child?.copy ?? member; // Indexes are keys of arrays.
      if (child !== undefined) waiting.push(child);
    }
  }
}

function reachesPrototype(value: object): boolean {
  const waiting: object[] = [value];
  for (let each = waiting.pop(); each !== undefined; each = waiting.pop()) {
    // Arrays have their indexes as keys.
    for (const name of Object.keys(each)) {
      const member = (each as Readonly<Record<string, unknown>>)[name];
      if (isPrototypeKey(name, member)) return true;
      if (isContainer(member)) waiting.push(member);
    }
  }
  return false;
}

function isPrototypeKey(name: string, member: unknown): boolean {
  return name === '__proto__' || (name === 'constructor' && isContainer(member) && Object.hasOwn(member, 'prototype'));
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function emptyCopy(source: object): unknown[] | Record<string, unknown> {
  return Array.isArray(source) ? [] : {};
}

function pathOf(place: Copying): PathKey[] {
  const path: PathKey[] = [];
  for (let at: Copying | undefined = place; at?.key !== undefined; at = at.parent) path.unshift(at.key);
  return path;
}
