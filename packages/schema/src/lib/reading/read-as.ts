import type { PathKey } from '@idvkit/json';

import type { BodyShape, ObjectShape, Shape } from './shape.ts';

/**
 * A difference between a body and the contract:
 *
 * - `missing`: the contract always has this key;
 * - `unknown-value`: a text that the specification does not name; the reader keeps it;
 * - `wrong-type`: a value of another type; the reader leaves it out;
 * - `prototype-key`: `__proto__`, or `constructor` with a `prototype`; the reader leaves it out;
 * - `inexact-number`: a number that JavaScript cannot hold exactly, such as an id above 2^53; the reader keeps the nearest one.
 */
export interface ReadingIssue {
  readonly code: 'missing' | 'unknown-value' | 'wrong-type' | 'prototype-key' | 'inexact-number';
  readonly path: readonly PathKey[];
  /** A sentence with the path, such as `application.status is missing`. It quotes no value. */
  readonly message: string;
}

/** A body as its shape has it, without the parts of another type; or the issue with a part that it needs. */
export type Reading<Body> =
  | { readonly value: Body; readonly issues: readonly ReadingIssue[]; readonly blocker?: never }
  | { readonly value?: never; readonly issues: readonly ReadingIssue[]; readonly blocker: ReadingIssue };

/** Issues that are reported of one body. */
export const MAX_ISSUES = 100;
/** Stands for an issue beyond them. */
const UNREPORTED: ReadingIssue = { code: 'wrong-type', path: [], message: '' };

/** A part that cannot be used. */
class Unreadable {
  readonly issue: ReadingIssue;
  constructor(issue: ReadingIssue) {
    this.issue = issue;
  }
}

/**
 * Reads a value as a shape. It does not change the value: parts without issues are shared with it.
 *
 * @param options `expects`: whether to report missing keys that the contract always has. Default: true.
 */
export function readAs<Body>(shape: BodyShape<Body>, value: unknown, { expects = true } = {}): Reading<Body> {
  const reader = new ShapeReader(expects);
  const result = reader.read(shape, value);
  const { issues } = reader;
  // The type is made from the same schema as the shape.
  return result instanceof Unreadable ? { issues, blocker: result.issue } : { value: result as Body, issues };
}

class ShapeReader {
  readonly issues: ReadingIssue[] = [];
  readonly #expects: boolean;
  readonly #path: PathKey[] = [];
  /** Arrays around the current value. */
  #arrays = 0;

  constructor(expects: boolean) {
    this.#expects = expects;
  }

  read(expected: Shape, given: unknown): unknown {
    if (typeof expected === 'string') {
      const type = typeOf(given);
      const isFine = expected === 'any' || expected === type || expected.split(' | ').includes(type);
      if (!isFine) return this.#unreadable(given, wantedBy(expected));
      if (expected === 'number' && isInexact(given)) {
        this.#report('inexact-number', 'is a number that JavaScript cannot hold exactly');
      }
      return given;
    }
    if ('fields' in expected) return this.#readObject(expected, given);
    if ('items' in expected)
      return Array.isArray(given) ? this.#readItems(expected.items, given) : this.#unreadable(given, 'an array');
    if (typeof given !== 'string') return this.#unreadable(given, 'a string');
    if (!expected.includes(given)) this.#report('unknown-value', 'has a value that the specification does not name');
    return given;
  }

  #readItems(shape: Shape, given: readonly unknown[]): unknown {
    if (shape === 'any') return given;
    const items: unknown[] = [];
    let isSame = true;
    this.#arrays += 1;
    for (const [index, item] of given.entries()) {
      const result = this.#at(index, () => this.read(shape, item));
      isSame &&= result === item;
      if (!(result instanceof Unreadable)) items.push(result);
    }
    this.#arrays -= 1;
    return isSame ? given : items;
  }

  #readObject(shape: ObjectShape, given: unknown): unknown {
    if (typeOf(given) !== 'object') return this.#unreadable(given, 'an object');
    const { fields, others, needed = [], expected = [] } = shape;
    const parts = given as Readonly<Record<string, unknown>>; // An object of JSON.
    const changes = new Map<string, unknown>();
    const take = (key: string, part: Shape): void => {
      const result = this.#at(key, () => this.read(part, parts[key]));
      if (result !== parts[key]) changes.set(key, result);
    };
    const missing = (key: string): ReadingIssue => this.#at(key, () => this.#report('missing', 'is missing'));
    for (const key of Object.keys(fields)) {
      const part = fields[key] ?? 'any';
      if (Object.hasOwn(parts, key) && parts[key] !== undefined) take(key, part);
      else if (needed.includes(key)) changes.set(key, new Unreadable(missing(key)));
      else if (this.#expects && expected.includes(key)) missing(key);
    }
    if (others !== undefined) {
      for (const key of Object.keys(parts)) if (!Object.hasOwn(fields, key)) take(key, others);
    }
    if (changes.size === 0) return given;
    for (const key of needed) {
      const part = changes.get(key);
      if (part instanceof Unreadable) return part;
    }
    const kept = Object.entries(parts).map(([key, part]) => [key, changes.has(key) ? changes.get(key) : part] as const);
    return Object.fromEntries(kept.filter(([, part]) => !(part instanceof Unreadable)));
  }

  #at<Result>(key: PathKey, read: () => Result): Result {
    this.#path.push(key);
    const result = read();
    this.#path.pop();
    return result;
  }

  #unreadable(given: unknown, wanted: string): Unreadable {
    return new Unreadable(this.#report('wrong-type', `is ${NAMES[typeOf(given)] ?? 'not JSON'}, not ${wanted}`));
  }

  #report(code: ReadingIssue['code'], problem: string): ReadingIssue {
    // No body needs an element of an array, and a hostile one has millions.
    if (this.issues.length === MAX_ISSUES && this.#arrays > 0) return UNREPORTED;
    const issue = { code, path: [...this.#path], message: `${shownPath(this.#path)} ${problem}` };
    if (this.issues.length < MAX_ISSUES) this.issues.push(issue);
    return issue;
  }
}

/** Returns the issue with a key that would reach a prototype. */
export function prototypeKeyAt(path: readonly PathKey[]): ReadingIssue {
  return { code: 'prototype-key', path, message: `${shownPath(path)} would reach a prototype` };
}

/** Reads a value of which every part must have its type; otherwise it returns undefined. */
export function readWhole<Body>(shape: BodyShape<Body>, value: unknown): Body | undefined {
  const { value: read, issues } = readAs(shape, value, { expects: false });
  return issues.some(({ code }) => code === 'wrong-type') ? undefined : read;
}

/** Writes a path for people, cut if it is long. */
export function shownPath(path: readonly PathKey[]): string {
  if (path.length === 0) return 'the body';
  const keys = path.slice(0, 6).map((key) => (String(key).length > 40 ? `${String(key).slice(0, 40)}…` : String(key)));
  return `${keys.join('.')}${path.length > keys.length ? '…' : ''}`;
}

const NAMES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  boolean: 'a boolean',
  null: 'null',
  array: 'an array',
  object: 'an object',
  undefined: 'undefined',
};

/** Returns whether a number may be another than the one that the JSON text had. */
function isInexact(value: unknown): boolean {
  return typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER;
}

function wantedBy(types: string): string {
  return types
    .split(' | ')
    .map((type) => NAMES[type] ?? type)
    .join(' or ');
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
